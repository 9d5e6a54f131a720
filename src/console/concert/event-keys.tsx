import { useState } from 'react'
import { rotateEventKey } from '#shop/gate/gate-admin.api.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { counted } from '../kit/words/counted.ts'

type Question = 'add' | 'withdraw'

export function EventKeys({ eventId }: { eventId: string }) {
  const [asking, setAsking] = useState<Question | null>(null)
  const { busy, run } = useAction(() => rotateEventKey(eventId, asking === 'withdraw'), {
    done: ({ keyNumber, resigned }) => {
      const tickets = counted(resigned, 'ticket was', 'tickets were')
      return asking === 'withdraw'
        ? `Key ${keyNumber} signs now; ${tickets} signed again`
        : `Key ${keyNumber} signs now`
    },
    failed: failureWords,
  })

  const make = async () => {
    const answer = await run()
    if (answer?.ok) setAsking(null)
  }

  return (
    <section aria-label="Keys" className="mt-8">
      <h2 className="section-head head-4">Keys</h2>
      <p className="mb-4 max-w-[70ch] text-2 text-muted">
        A secret key in the shop’s database makes the QR codes of this concert. Gate devices can check codes but not
        make them. If the database or a backup may have been copied, make all codes anew: forged ones are refused as
        soon as the gate devices have synced.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button kind="line" onClick={() => setAsking('add')}>
          Use a new key for new tickets
        </Button>
        <Button kind="line" onClick={() => setAsking('withdraw')}>
          Make all codes anew…
        </Button>
      </div>
      <ConfirmDialog
        open={asking === 'add'}
        question="Use a new key for new tickets?"
        confirmLabel="Make the key"
        kind="solid"
        busy={busy}
        busyLabel="Making..."
        onConfirm={() => void make()}
        onCancel={() => setAsking(null)}
      >
        <p>Tickets already sold stay valid.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'withdraw'}
        question="Make all codes anew?"
        confirmLabel="Make them anew"
        busy={busy}
        busyLabel="Making..."
        onConfirm={() => void make()}
        onCancel={() => setAsking(null)}
      >
        <p>
          A code that was printed or saved before is refused from then on. Customers see the new one in My Tickets once
          their device has synced; the gate finds all others by name or seat.
        </p>
      </ConfirmDialog>
    </section>
  )
}

function failureWords(failure: Failure): string {
  if (failure.code === 'unreachable') return 'The server is not responding. Nothing was changed; try again.'
  if (failure.code === 'too_many') return 'This event has used all of its 255 keys.'
  return 'The key could not be made. Try again.'
}
