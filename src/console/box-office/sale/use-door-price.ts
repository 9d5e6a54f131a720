import type { OrderLine } from '#shop/orders/order-line.ts'
import type { DoorMethod } from '#shop/box-office/door-sale.ts'
import { priceAtDoor, type DoorPrice } from '#shop/box-office/box-office.api.ts'
import { isRetryable, type Failure } from '#platform/failure/failure.ts'
import { usePolling } from '#ui/hooks/use-polling.ts'
import { useLoaded } from '../../kit/use-loaded.ts'

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
