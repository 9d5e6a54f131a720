import { useState } from 'react'
import { dropQueue, endQueue } from '#shop/queue/queue-admin.api.ts'
import { rulesOf, waitingOf, type AdminQueue } from '#shop/queue/queue-admin.ts'
import { Button } from '#ui/controls/button.tsx'
import { count } from '#ui/format.ts'
import { whyQueueFailed } from './queue-words.ts'
import { AskDialog } from '../kit/form/form-dialog.tsx'

/** Removes a queue that people cannot join yet, or ends it for good; each after a question. */
export function EndQueue({
  eventId,
  queue,
  onChanged,
}: {
  eventId: string
  queue: AdminQueue
  onChanged: () => Promise<unknown>
}) {
  const [asked, setAsked] = useState<'end' | 'remove' | null>(null)
  const rules = rulesOf(queue)
  const waiting = waitingOf(queue)
  if (!rules.end && !rules.remove) return null

  // Also after a refusal: it tells of a state that this page does not show yet.
  const dialog = { cancelLabel: 'Keep it', words: whyQueueFailed, onAnswered: onChanged, onClose: () => setAsked(null) }
  return (
    <section aria-label="End or remove" className="mt-8">
      <h2 className="section-head head-4">{rules.end ? 'End the queue' : 'Remove the queue'}</h2>
      <p className="mb-4 max-w-[70ch] text-2 text-muted">
        {rules.end ? 'Once it has ended everyone may buy at once, without a turn. ' : ''}
        {rules.remove
          ? 'No one can join it yet: it can be removed, as if it had never been.'
          : 'It can no longer be removed: joining has opened.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {rules.end ? (
          <Button kind="no" onClick={() => setAsked('end')}>
            End the queue
          </Button>
        ) : null}
        {rules.remove ? (
          <Button kind="line" onClick={() => setAsked('remove')}>
            Remove
          </Button>
        ) : null}
      </div>
      {asked === 'end' ? (
        <AskDialog
          {...dialog}
          question="End the queue?"
          confirmLabel="End the queue"
          act={() => endQueue(eventId)}
          saving="Ending..."
          done="The queue has ended"
          failed="Error ending the queue"
        >
          <p>Everyone may buy from then on, as fast as the network lets them.</p>
          {waiting > 0 ? (
            <p className="mt-2">
              {waiting === 1
                ? '1 person waits for a turn and loses the place.'
                : `${count(waiting)} people wait for a turn and lose their places.`}
            </p>
          ) : null}
          <p className="mt-2">This cannot be taken back, and the event cannot have another queue.</p>
        </AskDialog>
      ) : null}
      {asked === 'remove' ? (
        <AskDialog
          {...dialog}
          question="Remove the queue?"
          confirmLabel="Remove"
          act={() => dropQueue(eventId)}
          saving="Removing..."
          done="Queue removed"
          failed="Error removing the queue"
        >
          <p>The sale then opens for everyone at the time of each ticket category. A new queue has another seed.</p>
        </AskDialog>
      ) : null}
    </section>
  )
}
