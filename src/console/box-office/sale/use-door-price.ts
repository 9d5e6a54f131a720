import type { OrderLine } from '#shop/orders/order.ts'
import type { DoorMethod } from '#shop/box-office/door-sale.ts'
import { priceAtDoor, type DoorPrice } from '#shop/box-office/box-office.api.ts'
import { isRetryable, type Failure } from '#platform/failure/failure.ts'
import { usePolling } from '#ui/hooks/use-time.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { saleKey, type KeyPlace, type SaleKey } from '#shop/box-office/sale-keys.ts'
import { useKeydown } from '../../kit/use-keydown.ts'

const TRY_AGAIN_MS = 4_000

export interface DoorTotal {
  /** Null while the server computes it. */
  price: DoorPrice | null
  failure: Failure | null
  reload: () => unknown
}

/** Asks the server what these lines cost now, again while it does not answer. */
export function useDoorPrice(lines: readonly OrderLine[], method: DoorMethod): DoorTotal {
  const question = lines.length === 0 ? '' : JSON.stringify([lines, method])
  const { value, current, failure, reload } = useLoaded(question, () => priceAtDoor(lines, method))
  usePolling(reload, failure && isRetryable(failure) ? TRY_AGAIN_MS : null)
  return {
    price: current && question !== '' ? (value ?? null) : null,
    failure: question === '' ? null : failure,
    reload,
  }
}

/** Fields say by `data-place` which keys are theirs. */
export function placeOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof Element)) return 'page'
  const place = target.closest<HTMLElement>('[data-place]')?.dataset.place
  if (place === 'number' || place === 'amount') return place
  if (target.closest('input, textarea, select, [contenteditable]')) return 'text'
  return target.closest('[role=grid]') ? 'map' : 'page'
}

/** Returns true for what Enter presses by itself: a control, a seat, or a field of the form. */
export const hasOwnEnter = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, input, textarea, select, summary') !== null

export const isForDialog = (): boolean => document.querySelector('dialog[open]') !== null

export function useSaleKeys(on: boolean, act: (key: SaleKey) => void, sell: () => void): void {
  useKeydown(
    (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isForDialog()) return
      if (event.key === 'Enter' && !event.repeat && !hasOwnEnter(event.target)) {
        event.preventDefault()
        return sell()
      }
      const key = saleKey(event.key, placeOf(event.target))
      if (!key || (event.repeat && key.does !== 'more' && key.does !== 'fewer')) return
      event.preventDefault()
      act(key)
    },
    { on },
  )
}
