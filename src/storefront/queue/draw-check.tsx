import { useState, type ReactNode } from 'react'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { canCheckDraw, checkDraw, drawCommand, type Draw, type DrawCheck as Checked } from '#shop/queue/draw.ts'
import { readDrawList } from '#shop/queue/queue.store.ts'
import type { QueueEntry } from '#shop/queue/queue.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { Button } from '#ui/controls/button.tsx'
import { Alert, Note } from '#ui/display/note.tsx'
import { count } from '#ui/format.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/queue/draw.ts'

const LIST_FILE = 'queue-list.txt'

async function listOf(eventId: string): Promise<Result<string>> {
  const answer = await readDrawList(eventId)
  if (!answer.ok) return answer
  return answer.value === null ? failed('not_found') : ok(answer.value)
}

/** Recomputes the draw in this browser, and gives experts what they need to do it themselves. `entry`: one that was drawn. */
export function DrawCheck({
  eventId,
  entry,
  ...draw
}: Omit<Draw, 'list'> & { eventId: string; entry: QueueEntry | null }) {
  const [done, setDone] = useState<number | null>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const checking = useAction(async () => {
    setChecked(null)
    setDone(null)
    const list = await listOf(eventId)
    if (!list.ok) return list
    setDone(0)
    setChecked(await checkDraw({ ...draw, list: list.value }, entry?.code ?? null, setDone))
    return ok(null)
  })
  const saving = useAction(async () => {
    const list = await listOf(eventId)
    if (list.ok) saveFile(list.value, LIST_FILE, 'text/plain')
    return list
  })
  const can = canCheckDraw()
  const unread = checking.failure ?? saving.failure
  return (
    <>
      <div className="mt-6 flex flex-wrap gap-3">
        {can && (
          <Button kind="lit" busy={checking.busy} busyLabel={t('draw.checking')} onClick={() => void checking.run()}>
            {t('draw.check')}
          </Button>
        )}
        <Button kind="line" busy={saving.busy} busyLabel={t('draw.reading')} onClick={() => void saving.run()}>
          {t('draw.list')}
        </Button>
      </div>
      {!can && (
        <Note kind="warn" className="mt-4 max-w-[60ch]">
          {t('draw.insecure')}
        </Note>
      )}
      {checking.busy && (
        <p className="mt-4 text-2 text-muted tabular-nums">
          {done === null ? t('draw.reading') : t('draw.percent', { percent: Math.floor(done * 100) })}
        </p>
      )}
      <div role="status" className="mt-4 max-w-[60ch] empty:hidden">
        {checked && <Outcome checked={checked} entry={entry} />}
      </div>
      <Alert className="mt-4">{unread && t('draw.failed')}</Alert>
      <h3 className="mt-8 text-2 font-strong">{t('draw.shell')}</h3>
      <p className="mt-1 max-w-[60ch] text-2 text-muted">{t('draw.shell.text')}</p>
      <pre
        // A long line scrolls, and so with the keyboard.
        tabIndex={0}
        className="mt-2 max-w-[640px] overflow-x-auto bg-sunk px-3 py-2.5 text-1"
      >
        <code translate="no">{drawCommand(draw, LIST_FILE)}</code>
      </pre>
    </>
  )
}

function Outcome({ checked, entry }: { checked: Checked; entry: QueueEntry | null }): ReactNode {
  const wrong = wrongs(checked, entry)
  if (wrong.length === 0)
    return (
      <Note kind="ok">
        {t('draw.agrees')} {entry?.place != null && t('draw.agrees.place', { place: count(entry.place) })}
      </Note>
    )
  return (
    <Note kind="bad">
      <b className="font-strong">{t('draw.wrong')}</b>
      {wrong.map((words) => (
        <span key={words} className="block">
          {words}
        </span>
      ))}
    </Note>
  )
}

function wrongs({ seedFits, listFits, place }: Checked, entry: QueueEntry | null): string[] {
  return [
    ...(seedFits ? [] : [t('draw.wrong.seed')]),
    ...(listFits ? [] : [t('draw.wrong.list')]),
    ...(entry === null || entry.place === null || place === entry.place
      ? []
      : [place === null ? t('draw.wrong.missing') : t('draw.wrong.place', { place: count(place) })]),
  ]
}
