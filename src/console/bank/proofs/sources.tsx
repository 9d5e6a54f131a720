import type { ProofState } from '#shop/bank/proofs.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { ago } from '#ui/format.ts'

/** 'demo-bank' → 'Demo bank' */
const sourceName = (name: string): string => {
  const words = name.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function Sources({ sources, now }: { sources: ProofState['sources']; now: number }) {
  if (sources.length === 0)
    return (
      <p className="text-muted">
        None is connected: credits come from imported statements alone, and no payment is approved before you import
        one.
      </p>
    )
  return (
    <ul aria-label="Sources" className="max-w-[760px] border-t border-rule">
      {sources.map(({ name, seenAt, fault }) => (
        <li key={name} className="grid gap-1 border-b border-rule py-3">
          <p className="flex flex-wrap items-baseline gap-x-4 wrap-anywhere">
            <span className="font-strong">{sourceName(name)}</span>
            <StateMark kind={fault === null ? 'ok' : 'bad'}>{fault === null ? 'Works' : 'Does not work'}</StateMark>
            <span className="text-2 text-muted">
              {seenAt === null ? (
                'Never worked so far'
              ) : (
                <time dateTime={seenAt} title={formatDayTime(seenAt)}>
                  Last worked {ago(Date.parse(seenAt), now)}
                </time>
              )}
            </span>
          </p>
          {fault === null ? null : <p className="text-2 wrap-anywhere">{fault}</p>}
        </li>
      ))}
    </ul>
  )
}
