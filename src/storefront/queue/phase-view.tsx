import { useRef, type ReactNode, type RefObject, useState } from 'react'
import { buyableCategories, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import type { QueuePhase, QueueState } from '#shop/queue/queue.ts'
import { ButtonLink, Button } from '#ui/controls/button.tsx'
import { cityWords, count, countdown } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { useCart } from '../cart/cart-state.ts'
import { lineWords, phaseHead, whenWords, joinFailureText } from './queue-words.ts'
import type { SeenQueue } from './use-queue.ts'
import { useRememberReturn } from '#account/session/guards.tsx'
import { useIdentity } from '#account/session/identity.ts'
import { watchReachable } from '#shop/device/connectivity.ts'
import { Dialog } from '#ui/controls/dialog.tsx'
import { Alert, Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { JoinAccount } from '../waiting/join-account.tsx'
import '#ui/messages/en/queue/queue.ts'

type Line = Extract<QueuePhase, { kind: 'line' }>
interface View<P extends QueuePhase = QueuePhase> {
  event: CatalogueEvent
  queue: SeenQueue
  state: QueueState
  phase: P
}

/** Shows the sentence of a phase, what belongs to it, and what happens next. */
export function PhaseView(view: View) {
  const { phase, state, queue } = view
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className="grid max-w-[60ch] justify-items-start gap-3">
      <h2 id="phase" ref={heading} tabIndex={-1} className="head-4 outline-none">
        {phaseHead(phase, state.joinsFrom, queue.now)}
      </h2>
      <Inside {...view} heading={heading} />
    </div>
  )
}

function Inside({ heading, ...view }: View & { heading: RefObject<HTMLHeadingElement | null> }): ReactNode {
  const { event, queue, state, phase } = view
  const join = <JoinQueue event={event} queue={queue} onJoined={() => heading.current?.focus()} />
  switch (phase.kind) {
    case 'before':
      return (
        <>
          <Left to={state.joinsFrom} now={queue.now} words="queue.left.join" />
          <p>{t('queue.before.text')}</p>
          <p>{t('queue.opens', { when: whenWords(state.opensAt, queue.now) })}</p>
        </>
      )
    case 'open':
      return phase.late ? (
        <>
          <p>{t('queue.late.text')}</p>
          {join}
        </>
      ) : (
        <>
          <Left to={state.opensAt} now={queue.now} words="queue.left" />
          <p>{t('queue.opens', { when: whenWords(state.opensAt, queue.now) })}</p>
          {join}
          <p>{t('queue.open.text')}</p>
          <People state={state} />
        </>
      )
    case 'joined':
      return (
        <>
          <Left to={state.opensAt} now={queue.now} words="queue.left" />
          <p>
            {t('queue.opens', { when: whenWords(state.opensAt, queue.now) })} {t('queue.joined.text')}
          </p>
          <People state={state} />
          <p className="text-2 text-muted">{t('queue.stays')}</p>
        </>
      )
    case 'drawing':
      return (
        <>
          <p>{t(queue.estimate ? 'queue.drawing.away' : phase.late ? 'queue.placing.text' : 'queue.drawing.text')}</p>
          <p className="text-2 text-muted">{t('queue.stays')}</p>
        </>
      )
    case 'line':
      return <InLine state={state} phase={phase} estimate={queue.estimate} />
    case 'turn':
    case 'ended':
      return (
        <>
          <p>{t(phase.kind === 'turn' ? 'queue.turn.text' : 'queue.ended.text')}</p>
          <Choose event={event} now={queue.now} />
        </>
      )
    case 'none':
      return null
  }
}

function InLine({ state, phase, estimate }: { state: QueueState; phase: Line; estimate: boolean }) {
  const { place, ahead } = phase
  const done = Math.round((100 * (place - 1 - ahead)) / (place - 1))
  return (
    <>
      <p className="grid">
        <span className="text-1 font-strong text-muted">{t('queue.place')}</span>
        <span className="head-6 tabular-nums">{count(place)}</span>
      </p>
      <p className="tabular-nums">{estimate && ahead === 0 && state.rate > 0 ? t('queue.due') : lineWords(phase)}</p>
      {/* The same in a picture: the sentence above says it. */}
      {place > 1 && (
        <div aria-hidden="true" className="h-1 w-full max-w-[312px] bg-sunk">
          <div className="h-full bg-ink" style={{ width: `${done}%` }} />
        </div>
      )}
      <h3 className="mt-4 text-2 font-strong">{t('queue.next')}</h3>
      <p>{t('queue.line.next')}</p>
      <p className="text-2 text-muted">{t('queue.stays')}</p>
    </>
  )
}

function Choose({ event, now }: { event: CatalogueEvent; now: number }) {
  const { items } = useCart()
  const [only, ...others] = buyableCategories(event, now)
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink
        kind="lit"
        arrow
        to={only && others.length === 0 ? paths.seats(event.id, only.id) : paths.event(event.id)}
      >
        {t('queue.choose')}
      </ButtonLink>
      {items.some(({ eventId }) => eventId === event.id) && (
        <ButtonLink kind="line" to={paths.cart}>
          {t('queue.cart')}
        </ButtonLink>
      )}
    </div>
  )
}

const People = ({ state: { joined } }: { state: QueueState }) =>
  joined === 0 ? null : <p className="text-2 text-muted">{t('queue.people', { n: joined, said: count(joined) })}</p>

/** Longer waits are said by their day and time alone. */
const COUNTED_MS = 24 * 3_600_000

/** '4:12 until the sale opens'; the rest of the sentence is small. Nothing beyond a day, and once it is past. */
function Left({ to, now, words }: { to: string; now: number; words: 'queue.left' | 'queue.left.join' }) {
  const left = Date.parse(to) - now
  if (left <= 0 || left > COUNTED_MS) return null
  const [before, after] = t(words, { left: '\u0000' }).split('\u0000')
  return (
    <p role="timer" aria-live="off" className="text-2 text-muted">
      {before}
      <span className="head-5 text-ink tabular-nums">{countdown(left)}</span>
      {after}
    </p>
  )
}

/** The button that joins; a visitor signs in or makes an account on the way. */
function JoinQueue({ event, queue, onJoined }: { event: CatalogueEvent; queue: SeenQueue; onJoined: () => void }) {
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
      <Alert>{joining.failure && joinFailureText(joining.failure)}</Alert>
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
          subtitle={`${event.singer.name}, ${cityWords(event.city)}`}
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
