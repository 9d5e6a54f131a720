import { useMay } from '#account/session/use-may.ts'
import { useState } from 'react'
import { HISTORY_PAGE, readHistoryOf, type HistoryEntry, type HistoryOf } from '#shop/history/history.api.ts'
import type { Result } from '#platform/failure/failure.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { ListFailure } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { actorText, historyText, type HistoryChange } from './history-words.ts'
import { Dialog } from '#ui/controls/dialog.tsx'

export function HistoryList({ entries }: { entries: readonly HistoryEntry[] }) {
  return (
    <ol className="text-2">
      {entries.map((entry) => {
        const { title, changes } = historyText(entry)
        return (
          <li key={entry.id} className="border-t border-rule pt-2.5 pb-2">
            <p>
              <span className="font-strong break-words">{title}</span>{' '}
              <span className="text-muted">
                {actorText(entry)}, <time dateTime={entry.at}>{formatDayTime(entry.at)}</time>
              </span>
            </p>
            {changes.length > 0 ? (
              <ul className="mt-1">
                {changes.map((change) => (
                  <li key={change.label} className="break-words whitespace-pre-line">
                    <span className="text-muted">{change.label}:</span> <Values change={change} />
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}

function Values({ change: { before, after } }: { change: HistoryChange }) {
  if (before === null) return <ins className="no-underline">{after ?? 'nothing'}</ins>
  return (
    <>
      <del className="text-muted">{before}</del>
      <span aria-hidden="true"> → </span>
      <span className="sr-only"> became </span>
      <ins className="no-underline">{after ?? 'nothing'}</ins>
    </>
  )
}

export function OlderHistory({
  after,
  read,
}: {
  after: readonly HistoryEntry[]
  read: (before: number) => Promise<Result<HistoryEntry[]>>
}) {
  const [entries, setEntries] = useState<readonly HistoryEntry[]>([])
  const [done, setDone] = useState(false)
  const { busy, failure, run } = useAction(read)
  const last = entries.at(-1) ?? after.at(-1)
  const more = async () => {
    const page = last && (await run(last.id))
    if (!page?.ok) return
    setEntries([...entries, ...page.value])
    setDone(page.value.length < HISTORY_PAGE)
  }
  return (
    <>
      <HistoryList entries={entries} />
      <ListFailure message="Error loading the history" failure={failure} onRetry={more} />
      {done || failure ? null : (
        <p className="border-t border-rule py-3">
          <Button kind="line" small busy={busy} busyLabel="Loading..." onClick={more}>
            Show older
          </Button>
        </p>
      )}
    </>
  )
}

/** Folded, it reads nothing until it is opened; `open` shows it unfolded. */
export function RecordHistory({ of, open = false }: { of: readonly HistoryOf[]; open?: boolean }) {
  const admin = useMay()()
  const [wanted, setWanted] = useState(open)
  const { value, failure, loading, reload } = useLoaded(wanted ? JSON.stringify(of) : '', () => readHistoryOf(of, null))
  const changes = (
    <>
      <ListFailure message="Error loading the history" failure={failure} onRetry={reload} />
      {value && value.length > 0 ? <HistoryList entries={value} /> : null}
      {value?.length === HISTORY_PAGE ? (
        <OlderHistory key={value[0]?.id} after={value} read={(before) => readHistoryOf(of, before)} />
      ) : null}
      {value?.length === 0 && !loading ? <p className="text-2 text-muted">No changes so far.</p> : null}
    </>
  )
  if (!admin) return null
  if (open) return changes
  return (
    <details className="mt-5" onToggle={(event) => setWanted((now) => now || event.currentTarget.open)}>
      <summary className="min-h-9 cursor-pointer font-strong">History</summary>
      {changes}
    </details>
  )
}

export function HistoryDialog({ name, of, onClose }: { name: string; of: readonly HistoryOf[]; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="History" subtitle={name}>
      <RecordHistory of={of} open />
    </Dialog>
  )
}
