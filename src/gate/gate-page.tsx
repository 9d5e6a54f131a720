import { useEffect } from 'react'
import { CLOCK_TOLERANCE_MS } from '#shop/gate/setup.store.ts'
import { perMinute } from '#shop/gate/scans/rate.ts'
import { lastCounters } from '#shop/gate/lists/counts.store.ts'
import { refreshGateList } from '#shop/gate/lists/refresh-list.store.ts'
import { markNewsSeen, type GateProblemRow } from '#shop/gate/scans/scans.store.ts'
import { ok } from '#platform/failure/failure.ts'
import { formatTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { ago, count } from '#ui/format.ts'
import { LanguageButtons } from '#ui/language-buttons.tsx'
import { isStanding } from '#shop/seats/standing.ts'
import { listedSeats } from '#ui/seat-map/said-seats.ts'
import { t } from '#ui/messages/messages.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { Note } from '#ui/display/note.tsx'
import { clockText } from './prepare/clock-text.ts'
import { LeaveButton } from './leave-button.tsx'
import type { GateData } from './use-gate-data.ts'
import { listText, refusedLine } from './verdict/verdict-words.ts'

export function GatePage(props: {
  open: boolean
  onClose: () => void
  gate: string
  data: GateData
  eventIds: readonly string[]
  practice: boolean
  onSetup: () => void
  onPractice: (on: boolean) => void
}) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.gate} subtitle={t('prepare.page.lead')} size="wide">
      <Inside {...props} />
    </Dialog>
  )
}

function Inside({ data, practice, onSetup, onPractice }: Parameters<typeof GatePage>[0]) {
  const { lists = [], counts, waiting, refused, news, now, sync } = data
  const unseen = news
    .filter((row) => !row.seen)
    .map((row) => row.key)
    .join(' ')
  useEffect(() => {
    if (unseen) void markNewsSeen(unseen.split(' '))
  }, [unseen])

  const refresh = useAction(
    async () => {
      const answers = await Promise.all(lists.map((list) => refreshGateList(list.eventId, { keys: true })))
      return answers.find((answer) => !answer.ok) ?? ok(null)
    },
    { done: () => t('prepare.page.refreshed'), failed: () => t('prepare.page.refreshFailed') },
  )

  return (
    <div className="grid gap-8">
      <section aria-labelledby="gate-news">
        <h3 id="gate-news" className="section-head head-4">
          {t('prepare.page.look')}
        </h3>
        {news.length === 0 ? (
          <p className="text-2 text-muted">{t('prepare.page.lookNothing')}</p>
        ) : (
          <ul className="rows">
            {news.map((row) => (
              <NewsRow key={row.key} row={row} />
            ))}
          </ul>
        )}
      </section>
      {lists.map((list) => {
        const one = counts.find((found) => found.eventId === list.eventId)
        const server = lastCounters(list.eventId)
        const rate = server ? Math.round(perMinute(server.minutes, now)) : null
        return (
          <section key={list.eventId} aria-label={list.event.name} className="grid gap-3">
            <h3 className="section-head head-4">{list.event.name}</h3>
            <p className="head-5 figure">
              {count(one?.admitted ?? 0)} / {count(one?.expected ?? 0)}{' '}
              <span className="text-3 font-text">{t('prepare.page.in')}</span>
            </p>
            <p className="text-2 text-muted">
              {t('prepare.page.list', { list: listText(list, now) })}{' '}
              {rate === null ? '' : t('prepare.page.rate', { n: rate })}
            </p>
            {server ? (
              <>
                <h4 className="text-2 font-strong">{t('prepare.page.gates')}</h4>
                {server.gates.length === 0 ? <p className="text-2 text-muted">{t('prepare.page.nothing')}</p> : null}
                <ul className="rows text-2 tabular-nums">
                  {server.gates.map((gate) => (
                    <li key={gate.gate} className="flex justify-between gap-4 py-2">
                      <span>{gate.gate}</span>
                      <span>
                        {t('prepare.page.gate', { admitted: count(gate.admitted), refused: count(gate.refused) })}
                      </span>
                    </li>
                  ))}
                </ul>
                {server.refused.length > 0 && (
                  <>
                    <h4 className="text-2 font-strong">{t('prepare.page.refused')}</h4>
                    <ul className="rows text-2 tabular-nums">
                      {server.refused.map((row) => (
                        <li key={`${row.verdict} ${row.reason}`} className="flex justify-between gap-4 py-2">
                          <span>{refusedLine(row.verdict, row.reason)}</span>
                          <span>{count(row.count)}</span>
                        </li>
                      ))}
                    </ul>
                  </>
                )}
                <h4 className="text-2 font-strong">{t('prepare.page.devices')}</h4>
                <ul className="rows text-2 tabular-nums">
                  {server.devices.map((device) => (
                    <li key={device.device} className="flex justify-between gap-4 py-2">
                      <span>
                        {device.gate}
                        {device.staffName ? `, ${device.staffName}` : ''}
                      </span>
                      <span className="text-right">
                        {device.waiting
                          ? t('prepare.page.heardWaiting', {
                              ago: ago(device.lastSyncAt, now),
                              count: count(device.waiting),
                            })
                          : t('prepare.page.heard', { ago: ago(device.lastSyncAt, now) })}
                      </span>
                    </li>
                  ))}
                </ul>
                <p className="text-1 text-muted">{t('prepare.page.asOf', { ago: ago(server.at, now) })}</p>
              </>
            ) : (
              <p className="text-2 text-muted">{t('prepare.page.noServer')}</p>
            )}
          </section>
        )
      })}
      <section aria-labelledby="gate-device" className="grid gap-3">
        <h3 id="gate-device" className="section-head head-4">
          {t('prepare.page.device')}
        </h3>
        <p className="text-2">
          {waiting === 0 ? t('prepare.page.allSent') : t('prepare.page.waiting', { n: waiting, count: count(waiting) })}{' '}
          {sync?.failure?.code === 'unreachable' ? t('prepare.page.unreachable') : ''}
        </p>
        {refused.length > 0 && (
          <Note kind="bad">
            {t('prepare.page.turnedBack', {
              n: refused.length,
              which: refused
                .map((row) =>
                  t('prepare.page.scanAt', {
                    seats: listedSeats(row.shown.seats) || row.ticketId.slice(0, 12),
                    time: formatTime(row.scannedAt),
                  }),
                )
                .join('; '),
            })}
          </Note>
        )}
        {sync?.clockOffset != null && Math.abs(sync.clockOffset) >= CLOCK_TOLERANCE_MS && (
          <Note kind="warn">{clockText(sync.clockOffset)}</Note>
        )}
        <div className="flex flex-wrap gap-3">
          <Button kind="line" onClick={() => void refresh.run()}>
            {t('prepare.page.refresh')}
          </Button>
          <Button kind="line" onClick={() => onPractice(!practice)}>
            {t(practice ? 'prepare.page.endPractice' : 'prepare.practice')}
          </Button>
          <Button kind="line" onClick={onSetup}>
            {t('prepare.page.setUp')}
          </Button>
          <LeaveButton />
        </div>
      </section>
      <section aria-labelledby="gate-language" className="grid gap-2">
        <h3 id="gate-language" className="section-head head-4">
          {t('app.language')}
        </h3>
        <div className="max-w-[320px]">
          <LanguageButtons />
        </div>
      </section>
    </div>
  )
}

const problemKeys = {
  unknown_ticket: 'prepare.page.unknown',
  revoked_ticket: 'prepare.page.revoked',
  too_early: 'prepare.page.tooEarly',
  too_late: 'prepare.page.tooLate',
  undo_refused: 'prepare.page.undoRefused',
  void_code: 'prepare.page.voidCode',
} as const

function NewsRow({ row }: { row: GateProblemRow }) {
  const at = ({ at: when, gate, person }: GateProblemRow['first']) =>
    [person, formatTime(when), gate].filter(Boolean).join(', ')
  if (row.kind === 'conflict' && row.later)
    return (
      <li className="py-2.5">
        <p className="font-strong text-bad">
          {t('prepare.page.twice', { seats: listedSeats(row.seats), standing: isStanding(row.seats) })}
        </p>
        <p className="text-2">{t('prepare.page.twiceWhen', { first: at(row.first), later: at(row.later) })}</p>
      </li>
    )
  return (
    <li className="py-2.5">
      <p className="font-strong text-bad">
        {row.kind === 'conflict' ? null : t(problemKeys[row.kind])}
        {row.seats.length > 0 ? `: ${listedSeats(row.seats)}` : ''}
      </p>
      <p className="text-2">{at(row.first)}.</p>
    </li>
  )
}
