import { formatDayTime } from '#platform/time/ist.ts'
import { isFull, type Failure } from '#platform/failure/failure.ts'
import { watchReachable } from '#shop/device/connectivity.ts'
import type { GateListRow } from '#shop/gate/lists/lists.store.ts'
import { refreshGateList } from '#shop/gate/lists/refresh-list.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { count } from '#ui/format.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { useListener, type Source } from '#ui/hooks/use-listener.ts'
import { t } from '#ui/messages/messages.ts'
import { ageText } from '../verdict/verdict-words.ts'

export interface EventOffer {
  id: string
  name: string
  date: string
  venue: string
  city: string
  /** The server's time, in ms; null when only the list is known. */
  opensAt: number | null
  tickets: number
}

export function EventChoice({
  offer,
  list,
  on,
  now,
  onToggle,
}: {
  offer: EventOffer
  list: GateListRow | null
  on: boolean
  now: number
  onToggle: () => void
}) {
  const bring = useAction(() => refreshGateList(offer.id, { keys: true }))
  const { busy, failure } = bring
  const tooEarly = offer.opensAt !== null && offer.opensAt > now && !list

  // Resumes a download that the network interrupted.
  useListener(on && failure?.code === 'unreachable' ? reachableAgain : null, () => void bring.run())
  const toggle = () => {
    onToggle()
    if (!on && list?.listAt == null) void bring.run()
  }
  const progress = list?.download ?? null
  const part = progress ? progress.loaded / Math.max(1, progress.total ?? offer.tickets) : 0
  const id = `gate-event-${offer.id}`

  return (
    <li className="grid gap-2 py-3">
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the words are the event's own */}
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-start gap-3">
        <input
          id={id}
          type="checkbox"
          checked={on}
          disabled={tooEarly}
          onChange={toggle}
          className="mt-1 size-5 flex-none accent-(--ink)"
        />
        <span className="min-w-0">
          <span className="block font-strong">{offer.name}</span>
          <span className="block text-2 text-muted">
            {formatDayTime(offer.date)}
            {offer.venue ? ` · ${offer.venue}` : ''}
          </span>
        </span>
      </label>
      {tooEarly ? (
        <p className="pl-8 text-2 text-muted">{t('prepare.events.from', { time: formatDayTime(offer.opensAt!) })}</p>
      ) : on || list ? (
        <div className="grid gap-2 pl-8">
          {progress ? (
            <>
              <progress
                className="h-2 w-full max-w-[420px] accent-(--ink)"
                value={Math.min(1, part)}
                aria-label={t('prepare.list.progress', { event: offer.name })}
              />
              <p className="text-2 tabular-nums">
                {t(busy ? 'prepare.list.downloading' : 'prepare.list.interrupted', {
                  loaded: count(progress.loaded),
                  total: progress.total === null ? null : count(progress.total),
                })}
              </p>
            </>
          ) : list?.listAt != null ? (
            <p className="text-2 tabular-nums">
              {t('prepare.list.of', { n: list.tickets, count: count(list.tickets) })} · {sizeWords(list.bytes)} ·{' '}
              {ageText(list.listAt, now)}
            </p>
          ) : (
            <p className="text-2 text-muted">{t(busy ? 'prepare.list.starting' : 'prepare.list.missing')}</p>
          )}
          {failure && !busy && (
            <p role="alert" className="text-2 text-bad">
              {failureWords(failure)}
            </p>
          )}
          <div>
            <Button kind="line" small busy={busy} busyLabel={t('prepare.list.busy')} onClick={() => void bring.run()}>
              {t(
                progress
                  ? 'prepare.list.goOn'
                  : list?.listAt != null
                    ? 'prepare.list.refresh'
                    : 'prepare.list.download',
              )}
            </Button>
          </div>
        </div>
      ) : null}
    </li>
  )
}

/** Sends when the server is reachable again, not for the initial state. */
const reachableAgain: Source<true> = (listener) => {
  let found = false
  const stop = watchReachable().subscribe((reachable) => {
    if (found && reachable) listener(true)
  })
  found = true
  return stop
}

function sizeWords(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  const megabytes = bytes / 1_000_000
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`
}

function failureWords(failure: Failure): string {
  switch (failure.code) {
    case 'unreachable':
      return t('prepare.list.unreachable')
    case 'gate_closed':
      return t('prepare.list.closed')
    case 'forbidden':
    case 'not_found':
      return t('prepare.list.forbidden')
    case 'signed_out':
    case 'not_signed_in':
      return t('prepare.list.signIn')
    case 'storage':
      return t(isFull(failure) ? 'prepare.list.full' : 'prepare.list.failed')
    default:
      return t('prepare.list.failed')
  }
}
