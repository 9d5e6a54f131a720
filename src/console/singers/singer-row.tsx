import { SINGER_MAX } from '#shop/catalogue/import/bulk-import.ts'
import { useState } from 'react'
import { deleteSinger, renameSinger, type SingerListRow } from '#shop/catalogue/admin/singers-admin.api.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { count } from '#ui/format.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { Cell } from '#ui/display/table.tsx'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { HistoryDialog } from '../history/history-list.tsx'
import { ActionsCell, RowActions, useRowForm, type RowAction } from '../kit/list/row-actions.tsx'
import { whyFailed } from '../kit/why-failed.ts'
import { counted } from '../kit/words/counted.ts'
import { FormButtons, FormFrame } from '../kit/form/form-frame.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { TextLink } from '../kit/text-link.tsx'

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
    { label: 'History', onChoose: () => setOpen('history'), adminOnly: true },
    { label: 'Delete', onChoose: () => setOpen('delete'), grave: true },
  ]

  return (
    <tr ref={row}>
      <Cell className="w-full">
        {singer.name}
        <RowActions actions={actions} name={singer.name} className="mt-1 flex! desk:hidden!" />
      </Cell>
      <Cell number>{singer.events > 0 ? <TextLink to={eventsOfSinger}>{count(singer.events)}</TextLink> : 0}</Cell>
      <Cell number deskOnly>
        {count(singer.upcomingEvents)}
      </Cell>
      <ActionsCell actions={actions} name={singer.name}>
        {open === 'delete' ? (
          <DeleteDialog
            noun="singer"
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
            onClose={() => setOpen(null)}
            onDeleted={onChanged}
          >
            <p>
              {singer.name}
              {singer.events > 0
                ? ` has ${counted(singer.events, 'event')}. They and their ticket categories are deleted too.`
                : ' has no events.'}
            </p>
          </DeleteDialog>
        ) : null}
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
  const form = useForm({
    start: { name: singer.name },
    // The specification ignores an empty name silently.
    read: ({ name }) => (name.trim() === '' ? { problems: {} } : { clean: name.trim() }),
    ask: (ready) => void (ready.clean === singer.name ? onDone(false) : form.send(ready)),
    save: ({ clean }) => renameSinger(singer.id, clean),
    onSaved: () => void onDone(true),
    onEscape: () => void onDone(false),
    done: 'Singer updated successfully',
    failed: 'Error updating singer',
  })
  return (
    <FormFrame form={form} className="flex flex-wrap items-start gap-3">
      <TextField
        {...form.field('name')}
        className="min-w-[200px] flex-1"
        label="Name"
        autoFocus
        maxLength={SINGER_MAX}
        error={form.failure ? whyFailed(form.failure) : undefined}
      />
      <FormButtons
        form={form}
        save="Save"
        saving="Saving..."
        onCancel={() => void onDone(false)}
        className="mt-[26px]"
      />
    </FormFrame>
  )
}
