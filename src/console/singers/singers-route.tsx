import { SINGER_MAX } from '#shop/catalogue/import/bulk-import.ts'
import { useRef } from 'react'
import { addSinger, listSingers, singerSorts } from '#shop/catalogue/admin/singers-admin.api.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { ListFrame, useRows } from '../kit/list/list-frame.tsx'
import { PageHead, SearchBox } from '../kit/list/list-parts.tsx'
import { useListState, type Sort } from '../kit/list/list-state.ts'
import { actionsColumn, type Column, ListTable } from '../kit/list/list-table.tsx'
import { whyFailed } from '../kit/why-failed.ts'
import { SingerRow } from './singer-row.tsx'
import { FormFrame } from '../kit/form/form-frame.tsx'
import { useForm } from '../kit/form/use-form.ts'

const byName: Sort = { column: 'name', ascending: true }

const columns: readonly Column[] = [
  { head: 'Name', sort: 'name' },
  { head: 'Events', sort: 'events', first: 'descending', number: true },
  { head: 'Upcoming', sort: 'upcoming_events', first: 'descending', number: true, deskOnly: true },
  actionsColumn,
]

export function SingersRoute() {
  usePageTitle('Singers', 'admin')
  const list = useListState(singerSorts, byName)
  const rows = useRows(list, { message: 'Error fetching singers', load: listSingers })

  return (
    <>
      <PageHead title="Singers" />
      <div className="mt-4 grid gap-x-8 gap-y-4 desk:grid-cols-2">
        <AddSinger onAdded={rows.reload} />
        <SearchBox label="Search" value={list.search} onSearch={list.setSearch} />
      </div>
      <ListFrame list={list} rows={rows} noun="singers" empty="Add the first one above. Every event needs a singer.">
        {(singers) => (
          <ListTable caption="Singers" list={list} columns={columns}>
            {singers.map((singer) => (
              <SingerRow key={singer.id} singer={singer} onChanged={rows.reload} />
            ))}
          </ListTable>
        )}
      </ListFrame>
    </>
  )
}

function AddSinger({ onAdded }: { onAdded: () => Promise<unknown> }) {
  // Kept until the singer is added: sending again after a lost response adds nothing.
  const id = useRef(newUuid())
  const form = useForm({
    start: { name: '' },
    read: ({ name }) => (name.trim() === '' ? { problems: {} } : { clean: name.trim() }),
    save: ({ clean }) => addSinger(id.current, clean),
    onSaved: (_, reset) => {
      id.current = newUuid()
      reset()
      void onAdded()
    },
    isUnsaved: () => false,
    done: 'Singer added successfully',
    failed: 'Error adding singer',
  })
  return (
    <FormFrame form={form} name="Add a singer" className="flex items-start gap-3">
      <TextField
        {...form.field('name')}
        className="flex-1"
        label="New singer"
        maxLength={SINGER_MAX}
        error={form.failure ? whyFailed(form.failure) : undefined}
        onChange={({ target }) => {
          form.change({ name: target.value })
          form.forget()
        }}
      />
      <Button type="submit" className="mt-[26px]" busy={form.busy} busyLabel="Adding...">
        Add
      </Button>
    </FormFrame>
  )
}
