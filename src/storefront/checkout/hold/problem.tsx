import type { Failure } from '#platform/failure/failure.ts'
import type { Order, OrderedLine } from '#shop/orders/order.ts'
import { Note } from '#ui/display/note.tsx'

/** An order whose seats the server did not hold, and the ways on. */
export interface HoldRefused {
  order: Order
  failure: Failure
  onLines: (lines: OrderedLine[]) => void
  onRetry: () => void
}

export function Problem({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <Note kind="bad" role="alert" className="my-4 grid gap-2 text-3">
      <h2 className="head-4">{title}</h2>
      <p className="max-w-[60ch]">{text}</p>
      <div className="mt-1 flex flex-wrap gap-3">{children}</div>
    </Note>
  )
}
