import { useRef, useState, type FormEvent } from 'react'
import { addSinger, listSingers, singerSorts } from '#shop/catalogue/admin/singers-admin.api.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { ListFrame, useRows } from '../kit/list/list-frame.tsx'
import { PageHead, SearchBox } from '../kit/list/list-parts.tsx'
import { useListState, type Sort } from '../kit/list/list-state.ts'
import { actionsColumn, type Column, ListTable } from '../kit/list/list-table.tsx'
import { whyFailed } from '../kit/why-failed.ts'
import { SingerRow } from './singer-row.tsx'

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
  const [name, setName] = useState('')
  // Kept until the singer is added: sending again after a lost response adds nothing.
  const id = useRef(newUuid())
  const { busy, failure, run, forget } = useAction((clean: string) => addSinger(id.current, clean), {
    done: 'Singer added successfully',
    failed: 'Error adding singer',
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const clean = name.trim()
    if (clean === '') return
    const result = await run(clean)
    if (!result?.ok) return
    id.current = newUuid()
    setName('')
    void onAdded()
  }

  return (
    <form className="flex items-start gap-3" onSubmit={submit} aria-label="Add a singer">
      <TextField
        className="flex-1"
        label="New singer"
        name="name"
        autoComplete="off"
        maxLength={120}
        value={name}
        error={failure ? whyFailed(failure) : undefined}
        onChange={(event) => {
          setName(event.target.value)
          forget()
        }}
      />
      <Button type="submit" className="mt-[26px]" busy={busy} busyLabel="Adding...">
        Add
      </Button>
    </form>
  )
}
