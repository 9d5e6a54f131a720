import { useRef, useState } from 'react'
import { sellAtDoor } from '#shop/box-office/box-office.api.ts'
import { parseSale, type DoorSale, type SoldSale } from '#shop/box-office/door-sale.ts'
import { readOfTab, writeOfTab } from '#platform/device/stored.ts'
import { attempt } from '#platform/failure/attempt.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { usePolling } from '#ui/hooks/use-time.ts'

const REPEAT_MS = 4_000

/** A sale of this page; `at`: ms of its answer. */
export interface Sold {
  sale: DoorSale
  sold: SoldSale
  at: number
  undone: boolean
}

export type Step =
  | { step: 'choosing' }
  /** `unsure`: an earlier try had no answer, so that it may be sold. */
  | { step: 'sending'; sale: DoorSale; unsure: boolean }
  | { step: 'unsure'; sale: DoorSale }
  | { step: 'sold'; last: Sold }

/** True when the server may have sold it all the same. */
const isUnsure = ({ code }: Failure): boolean => code === 'unreachable' || code === 'server' || code === 'storage'

/** Returns the sale whose answer this tab waits for; null for none. */
export const pendingSale = (): DoorSale | null => parseSale(readOfTab('doorSale'))

/**
 * Sends a sale, and repeats it under the same id until the server answers, also after the page was loaded again.
 * `onRefused` gets what was refused, and nothing was sold.
 */
export function useSelling(callbacks: {
  onSold: (sold: SoldSale) => void
  onRefused: (failure: Failure, sale: DoorSale) => void
}) {
  const [state, setState] = useState<Step>(() => {
    const sale = pendingSale()
    return sale ? { step: 'unsure', sale } : { step: 'choosing' }
  })
  const [last, setLast] = useState<Sold | null>(null)
  const sending = useRef(false)
  /** The sale that is no longer waited for: its late answer changes nothing. */
  const abandoned = useRef<string | null>(null)

  const sell = async (sale: DoorSale, unsure = false): Promise<void> => {
    if (sending.current) return
    sending.current = true
    writeOfTab('doorSale', JSON.stringify(sale))
    setState({ step: 'sending', sale, unsure })
    const answer = await attempt(() => sellAtDoor(sale))
    if (abandoned.current === sale.orderId) return
    sending.current = false
    if (!answer.ok && isUnsure(answer.failure)) return setState({ step: 'unsure', sale })
    writeOfTab('doorSale', null)
    if (answer.ok) {
      const now = { sale, sold: answer.value, at: Date.now(), undone: false }
      setLast(now)
      setState({ step: 'sold', last: now })
      callbacks.onSold(answer.value)
    } else {
      setState({ step: 'choosing' })
      callbacks.onRefused(answer.failure, sale)
    }
  }

  const repeat = (): Promise<void> => (state.step === 'unsure' ? sell(state.sale, true) : Promise.resolve())
  usePolling(repeat, state.step === 'unsure' ? REPEAT_MS : null)

  const change = (next: Sold): void => {
    setLast(next)
    setState({ step: 'sold', last: next })
  }
  return {
    state,
    last,
    sell: (sale: DoorSale) => void sell(sale),
    repeat: () => void repeat(),
    /** Gives up waiting for an answer; it may have been sold. */
    abandon: () => {
      if (state.step === 'unsure' || state.step === 'sending') abandoned.current = state.sale.orderId
      sending.current = false
      writeOfTab('doorSale', null)
      setState({ step: 'choosing' })
    },
    next: () => setState({ step: 'choosing' }),
    showLast: () => {
      if (last) setState({ step: 'sold', last })
    },
    undone: () => {
      if (last) change({ ...last, undone: true })
    },
  }
}
