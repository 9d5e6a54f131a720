import { useRef, useState } from 'react'
import { addCode, codeSorts, listCodes, readCodeUses } from '#shop/codes/codes-admin.api.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { Button } from '#ui/controls/button.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { CsvButton } from '../kit/list/csv-button.tsx'
import { ListFilters, ListFrame, useRows } from '../kit/list/list-frame.tsx'
import { PageHead } from '../kit/list/list-parts.tsx'
import { useListState, type Sort } from '../kit/list/list-state.ts'
import { actionsColumn, type Column, ListTable } from '../kit/list/list-table.tsx'
import { leaveOrAsk } from '../kit/unsaved-work.ts'
import { noCode } from './code-draft.ts'
import { CodeForm } from './code-form.tsx'
import { CodeRow } from './code-row.tsx'
import { usedColumns } from './code-words.ts'

const newest: Sort = { column: 'created_at', ascending: false }
const CLOCK_MS = 30_000

const columns: readonly Column[] = [
  { head: 'Code', sort: 'code' },
  { head: 'Gives' },
  { head: 'For', sort: 'until_at', deskOnly: true },
  { head: 'Uses', sort: 'uses', first: 'descending', number: true },
  actionsColumn,
]

export function CodesRoute() {
  usePageTitle('Codes', 'admin')
  const list = useListState(codeSorts, newest)
  const codes = useRows(list, { message: 'Error fetching codes', load: listCodes })
  const now = useNow(CLOCK_MS)
  const [adding, setAdding] = useState(false)
  // By the code's text, until one is added: sending again after a lost response adds nothing.
  const ids = useRef(new Map<string, string>())
  const idOf = (code: string): string => {
    const id = ids.current.get(code) ?? newUuid()
    ids.current.set(code, id)
    return id
  }
  const uses = codes.value?.rows.reduce((sum, code) => sum + code.uses, 0) ?? 0

  return (
    <>
      <PageHead title="Codes">
        <CsvButton name="code-uses" total={{ total: uses, more: true }} columns={usedColumns} read={readCodeUses} />
        <Button
          kind={adding ? 'line' : 'solid'}
          small
          aria-expanded={adding}
          onClick={() => (adding ? leaveOrAsk(() => setAdding(false)) : setAdding(true))}
        >
          {adding ? 'Close the form' : 'Add Code'}
        </Button>
      </PageHead>
      {adding ? (
        <section className="mt-4 border-y border-rule py-4">
          <CodeForm
            first={noCode}
            stored={false}
            name="Add a code"
            save={(code, facts) => addCode(idOf(code), code, facts)}
            onDone={(changed) => {
              setAdding(false)
              if (!changed) return
              ids.current.clear()
              void codes.reload()
            }}
          />
        </section>
      ) : null}
      <ListFilters list={list} label="Search code, note, singer or city" />
      <ListFrame list={list} rows={codes} noun="codes" empty="Add the first one with the button above.">
        {(page) => (
          <ListTable caption="Codes" list={list} columns={columns}>
            {page.map((code) => (
              <CodeRow key={code.id} code={code} now={now} onChanged={codes.reload} />
            ))}
          </ListTable>
        )}
      </ListFrame>
    </>
  )
}
