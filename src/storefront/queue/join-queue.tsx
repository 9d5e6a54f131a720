import { useRef, useState } from 'react'
import { useRememberReturn } from '#account/session/guards.tsx'
import { useIdentity } from '#account/session/identity.ts'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { watchReachable } from '#shop/device/connectivity.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/queue/queue.ts'
import { paths } from '#ui/paths.ts'
import { JoinAccount } from '../waiting/join-account.tsx'
import { joinFailureText } from './queue-words.ts'
import type { SeenQueue } from './use-queue.ts'

/** The button that joins; a visitor signs in or makes an account on the way. */
export function JoinQueue({
  event,
  queue,
  onJoined,
}: {
  event: CatalogueEvent
  queue: SeenQueue
  onJoined: () => void
}) {
  const identity = useIdentity()
  const [signsIn, setSignsIn] = useState(false)
  const joining = useAction(queue.join)
  const heading = useRef<HTMLHeadingElement>(null)
  const reachable = useWatched(watchReachable, []).value
  const visitor = identity.status === 'signed-out'
  useRememberReturn(visitor ? paths.queue(event.id) : null)

  const join = async (): Promise<void> => {
    const joined = await joining.run()
    if (joined?.ok) onJoined()
  }
  return (
    <>
      {reachable === false && !joining.failure && <Note kind="warn">{t('queue.network')}</Note>}
      {joining.failure && (
        <Note kind="bad" role="alert">
          {joinFailureText(joining.failure)}
        </Note>
      )}
      <Button
        kind="lit"
        arrow
        busy={joining.busy}
        busyLabel={t('queue.joining')}
        onClick={() => (visitor ? setSignsIn(true) : void join())}
      >
        {t('queue.join')}
      </Button>
      {signsIn && (
        <Dialog
          open
          size="narrow"
          title={t('queue.join')}
          subtitle={`${event.singer.name}, ${event.city}`}
          onClose={() => setSignsIn(false)}
        >
          <JoinAccount
            ended={visitor && identity.ended === true}
            text={t('queue.account')}
            heading={heading}
            onDone={() => {
              setSignsIn(false)
              void join()
            }}
          />
        </Dialog>
      )}
    </>
  )
}
