import type { Judged } from '#shop/gate/scans/judge.store.ts'
import { UNDO_MS } from '#shop/gate/scans/scans.store.ts'
import { listedSeats } from '#ui/seat-map/said-seats.ts'
import { t } from '#ui/messages/messages.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import type { RecentAnswer } from '../gate-session.ts'
import { useTicks } from '../use-clock.ts'
import { decisionLine } from '../verdict/verdict-words.ts'
import { verdicts } from '../verdict/verdicts.ts'

/** Milliseconds left to undo; 0 when there is nothing to undo. */
export const undoLeft = (recent: RecentAnswer | undefined, ticks: number): number =>
  recent?.judged.scan && recent.letIn && !recent.undone
    ? Math.max(0, Math.min(UNDO_MS, recent.at + UNDO_MS - ticks))
    : 0

export function LastLine({ recent, onUndo }: { recent: RecentAnswer | undefined; onUndo: (judged: Judged) => void }) {
  const ticks = useTicks(1_000)
  if (!recent) return <p className="min-h-6 text-2 text-muted">{t('gate.nothingYet')}</p>
  const seats = listedSeats(recent.letIn ?? recent.judged.ticket?.seats ?? [])
  const seconds = Math.max(0, Math.round((ticks - recent.at) / 1000))
  const age =
    seconds < 60 ? t('gate.secondsAgo', { n: seconds }) : t('gate.minutesAgo', { n: Math.floor(seconds / 60) })
  const left = undoLeft(recent, ticks)
  return (
    <p className="flex min-h-6 items-center gap-2 text-2 text-muted">
      <span>{t('gate.last')}</span>
      <StateMark kind={recent.undone ? 'off' : verdicts[recent.verdict].mark} className="min-w-0 truncate">
        {recent.undone ? t('gate.word.undone') : decisionLine(recent.judged.decision)} {seats} · {age}
      </StateMark>
      {left > 0 && (
        <button
          type="button"
          className="link -my-2.5 ml-auto min-h-11 flex-none font-strong text-ink"
          onClick={() => onUndo(recent.judged)}
        >
          {t('gate.undo', { seconds: Math.ceil(left / 1000) })}
        </button>
      )}
    </p>
  )
}
