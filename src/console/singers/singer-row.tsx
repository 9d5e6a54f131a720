import { useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router-dom'
import { deleteSinger, renameSinger, type SingerListRow } from '#shop/catalogue/admin/singers-admin.api.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { count } from '#ui/format.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { Cell } from '#ui/display/table.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { HistoryDialog } from '../history/history-list.tsx'
import { ActionsCell, RowActions, useRowForm, type RowAction } from '../kit/list/row-actions.tsx'
import { useUnsavedWork } from '../kit/unsaved-work.ts'
import { useEscape } from '../kit/use-keydown.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { counted } from '../kit/words/counted.ts'

export function SingerRow({ singer, onChanged }: { singer: SingerListRow; onChanged: () => Promise<unknown> }) {
  const [editing, setEditing] = useState(false)
  const [open, setOpen] = useState<'delete' | 'history' | null>(null)
  const { row, endForm } = useRowForm(() => setEditing(false), onChanged)
  const eventsOfSinger = withQuery(paths.adminEvents, { q: singer.name, when: 'all' })

  if (editing)
    return (
      <tr>
        <Cell colSpan={4} className="py-4!">
          <RenameForm singer={singer} onDone={endForm} />
        </Cell>
      </tr>
    )

  const actions: RowAction[] = [
    { label: 'Rename', onChoose: () => setEditing(true), opensForm: true },
    { label: 'History', onChoose: () => setOpen('history') },
    { label: 'Delete', onChoose: () => setOpen('delete'), grave: true },
  ]

  return (
    <tr ref={row}>
      <Cell className="w-full">
        {singer.name}
        <RowActions actions={actions} name={singer.name} className="mt-1 flex! desk:hidden!" />
      </Cell>
      <Cell number>
        {singer.events > 0 ? (
          <Link className="link" to={eventsOfSinger}>
            {count(singer.events)}
          </Link>
        ) : (
          0
        )}
      </Cell>
      <Cell number deskOnly>
        {count(singer.upcomingEvents)}
      </Cell>
      <ActionsCell actions={actions} name={singer.name}>
        <DeleteSinger
          singer={singer}
          open={open === 'delete'}
          eventsOfSinger={eventsOfSinger}
          onClose={() => setOpen(null)}
          onDeleted={onChanged}
        />
        {open === 'history' ? (
          <HistoryDialog
            name={singer.name}
            of={[{ noun: 'singers', ids: [singer.id] }]}
            onClose={() => setOpen(null)}
          />
        ) : null}
      </ActionsCell>
    </tr>
  )
}

function RenameForm({ singer, onDone }: { singer: SingerListRow; onDone: (changed: boolean) => void | Promise<void> }) {
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState(singer.name)
  const { busy, failure, run } = useAction((clean: string) => renameSinger(singer.id, clean), {
    done: 'Singer updated successfully',
    failed: 'Error updating singer',
  })

  useUnsavedWork(name !== singer.name)
  useEscape(form, () => {
    if (!busy) void onDone(false)
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const clean = name.trim()
    // The specification ignores an empty name silently.
    if (busy || clean === '') return
    if (clean === singer.name) return onDone(false)
    const result = await run(clean)
    if (result?.ok) void onDone(true)
  }

  return (
    <form ref={form} className="flex flex-wrap items-start gap-3" onSubmit={submit}>
      <TextField
        className="min-w-[200px] flex-1"
        label="Name"
        autoFocus
        autoComplete="off"
        maxLength={120}
        value={name}
        error={failure ? whyFailed(failure) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <span className="mt-[26px] inline-flex gap-3">
        <Button type="submit" busy={busy} busyLabel="Saving...">
          Save
        </Button>
        <Button kind="line" disabled={busy} onClick={() => onDone(false)}>
          Cancel
        </Button>
      </span>
    </form>
  )
}

function DeleteSinger({
  singer,
  open,
  eventsOfSinger,
  onClose,
  onDeleted,
}: {
  singer: SingerListRow
  open: boolean
  eventsOfSinger: string
  onClose: () => void
  onDeleted: () => Promise<unknown>
}) {
  return (
    <DeleteDialog
      noun="singer"
      open={open}
      remove={() => deleteSinger(singer.id)}
      instead={(failure) =>
        failure.code === 'in_use' ? (
          <p className="mt-2">
            <ButtonLink kind="line" small to={eventsOfSinger}>
              See this singer’s events
            </ButtonLink>
          </p>
        ) : null
      }
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <p>
        {singer.name}
        {singer.events > 0
          ? ` has ${counted(singer.events, 'event')}. They and their ticket categories are deleted too.`
          : ' has no events.'}
      </p>
    </DeleteDialog>
  )
}
