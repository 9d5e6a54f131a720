import { useState } from 'react'
import { dropQueue, endQueue } from '#shop/queue/queue-admin.api.ts'
import { rulesOf, waitingOf, type AdminQueue } from '#shop/queue/queue-admin.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { Note } from '#ui/display/note.tsx'
import { count } from '#ui/format.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { whyQueueFailed } from './queue-words.ts'

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
  const ending = useAction(() => endQueue(eventId), { done: 'The queue has ended', failed: 'Error ending the queue' })
  const removing = useAction(() => dropQueue(eventId), { done: 'Queue removed', failed: 'Error removing the queue' })
  const rules = rulesOf(queue)
  const waiting = waitingOf(queue)
  if (!rules.end && !rules.remove) return null

  const close = (action: typeof ending) => () => {
    action.forget()
    setAsked(null)
  }
  const confirm = (action: typeof ending) => async () => {
    const result = await action.run()
    // Also after a refusal: it tells of a state that this page does not show yet.
    await onChanged()
    if (result?.ok) close(action)()
  }
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
      <ConfirmDialog
        open={asked === 'end'}
        question="End the queue?"
        confirmLabel="End the queue"
        cancelLabel="Keep it"
        busy={ending.busy}
        busyLabel="Ending..."
        onConfirm={() => void confirm(ending)()}
        onCancel={close(ending)}
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
        <Refused action={ending} />
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'remove'}
        question="Remove the queue?"
        confirmLabel="Remove"
        cancelLabel="Keep it"
        busy={removing.busy}
        busyLabel="Removing..."
        onConfirm={() => void confirm(removing)()}
        onCancel={close(removing)}
      >
        <p>The sale then opens for everyone at the time of each ticket category. A new queue has another seed.</p>
        <Refused action={removing} />
      </ConfirmDialog>
    </section>
  )
}

function Refused({ action: { failure } }: { action: Pick<ReturnType<typeof useAction>, 'failure'> }) {
  if (!failure) return null
  return (
    <Note kind="bad" className="mt-4" role="alert">
      {whyQueueFailed(failure)}
    </Note>
  )
}
