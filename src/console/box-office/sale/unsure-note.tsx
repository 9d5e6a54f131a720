import { useState } from 'react'
import type { DoorSale } from '#shop/box-office/door-sale.ts'
import { orderCode } from '#shop/orders/order-code.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { Note } from '#ui/display/note.tsx'

/** A sale without an answer: it is repeated under its id until there is one. */
export function UnsureNote({
  sale,
  busy,
  onRepeat,
  onAbandon,
}: {
  sale: DoorSale
  busy: boolean
  onRepeat: () => void
  onAbandon: () => void
}) {
  const [asking, setAsking] = useState(false)
  const code = orderCode(sale.orderId)
  return (
    <Note kind="warn" role="alert" className="grid justify-items-start gap-3">
      <p>
        <span className="block font-strong">No answer for sale {code} yet.</span>
        It is sent again every few seconds under the same number, so it counts once at most. Wait here: the tickets
        appear when the network is back.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button kind="line" small busy={busy} busyLabel="Asking..." onClick={onRepeat}>
          Ask again now
        </Button>
        <Button kind="bare" small onClick={() => setAsking(true)}>
          Stop waiting
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        question={`Stop waiting for ${code}?`}
        confirmLabel="Stop waiting"
        cancelLabel="Go on waiting"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onAbandon()
        }}
      >
        <p>It may have been sold. Look into the till’s book for {code} before you sell these places again.</p>
      </ConfirmDialog>
    </Note>
  )
}
