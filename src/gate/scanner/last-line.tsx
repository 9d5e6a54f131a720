import type { Judged } from '#shop/gate/scans/judge.store.ts'
import { UNDO_MS } from '#shop/gate/scans/scans.store.ts'
import { t } from '#ui/messages/messages.ts'
import { StateMark, type StateKind } from '#ui/display/state-mark.tsx'
import type { Said } from '../gate-session.ts'
import { useTicks } from '../use-ticks.ts'
import { verdictLine } from '../verdict/verdict-words.ts'

/** Milliseconds left to undo; 0 when it is over or there is nothing to undo. */
export const undoLeft = (said: Said | undefined, ticks: number): number =>
  said?.judged.scan && said.letIn && !said.undone ? Math.max(0, Math.min(UNDO_MS, said.at + UNDO_MS - ticks)) : 0

const marks: Record<string, StateKind> = { ENTER: 'ok', 'ALREADY IN': 'warn', 'NOT VALID': 'bad', CHECK: 'info' }

/** The last answer, its age, and the way to take it back. */
export function LastLine({ said, onUndo }: { said: Said | undefined; onUndo: (judged: Judged) => void }) {
  const ticks = useTicks(1_000)
  if (!said) return <p className="min-h-6 text-2 text-muted">{t('gate.nothingYet')}</p>
  const seats = (said.letIn ?? said.judged.ticket?.seats ?? []).join(', ')
  const seconds = Math.max(0, Math.round((ticks - said.at) / 1000))
  const age =
    seconds < 60 ? t('gate.secondsAgo', { n: seconds }) : t('gate.minutesAgo', { n: Math.floor(seconds / 60) })
  const left = undoLeft(said, ticks)
  return (
    <p className="flex min-h-6 items-center gap-2 text-2 text-muted">
      <span>{t('gate.last')}</span>
      <StateMark kind={said.undone ? 'off' : (marks[said.verdict] ?? 'info')} className="min-w-0 truncate">
        {said.undone ? t('gate.word.undone') : verdictLine(said.verdict)} {seats} · {age}
      </StateMark>
      {left > 0 && (
        <button
          type="button"
          className="link -my-2.5 ml-auto min-h-11 flex-none font-strong text-ink"
          onClick={() => onUndo(said.judged)}
        >
          {t('gate.undo', { seconds: Math.ceil(left / 1000) })}
        </button>
      )}
    </p>
  )
}
