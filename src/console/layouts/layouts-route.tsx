import { useRef, useState } from 'react'
import { useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { deleteLayout, layoutSorts, listLayouts, type StoredLayout } from '#shop/layouts/layouts-admin.api.ts'
import { countSeats } from '#shop/layouts/layout-draft.ts'
import { readHallFile } from '#shop/layouts/hall-file.ts'
import { MAX_LAYOUT_FILE_BYTES, writeLayoutFile } from '#shop/layouts/layout-file.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { SelectField } from '#ui/controls/field.tsx'
import { count } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { toast } from '#ui/toast.tsx'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { HistoryDialog } from '../history/history-list.tsx'
import { ListFrame, useRows } from '../kit/list/list-frame.tsx'
import { PageHead, SearchBox } from '../kit/list/list-parts.tsx'
import { readSort, useListState, writeSort, type Sort } from '../kit/list/list-state.ts'
import { RowActions } from '../kit/list/row-actions.tsx'
import { LayoutOverview, LayoutPreview } from './layout-preview.tsx'
import { importedLayoutAtom } from './imported-layout.ts'
import { counted } from '../kit/words/counted.ts'

const byName: Sort = { column: 'name', ascending: true }
const orders: readonly { sort: Sort; label: string }[] = [
  { sort: byName, label: 'By name' },
  { sort: { column: 'updated_at', ascending: false }, label: 'Changed last' },
]
/** Few, because each card draws a whole hall. */
const CARDS_PER_PAGE = 12
export const NEW_LAYOUT = 'new'

export function LayoutsRoute() {
  usePageTitle('Layouts', 'admin')
  const list = useListState(layoutSorts, byName)
  const rows = useRows(list, { message: 'Error fetching layouts', pageSize: CARDS_PER_PAGE, load: listLayouts })
  const [problems, setProblems] = useState<{ name: string; list: string[] } | null>(null)
  const [shown, setShown] = useState<StoredLayout | null>(null)
  const [deleting, setDeleting] = useState<StoredLayout | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const setImported = useSetAtom(importedLayoutAtom)
  const navigate = useNavigate()

  const [historyOf, setHistoryOf] = useState<StoredLayout | null>(null)

  const importFile = async (chosen: File) => {
    const refuse = (found: string[], words = 'Error processing file') => {
      toast.error(words)
      setProblems({ name: chosen.name, list: found })
    }
    setProblems(null)
    if (!chosen.name.toLowerCase().endsWith('.json')) return refuse(['Choose a .json file.'])
    if (chosen.size > MAX_LAYOUT_FILE_BYTES) return refuse(['The file is larger than 2 MB.'])
    const text = await chosen.text().catch(() => null)
    if (text === null) return refuse(['Error reading file. Choose it again.'], 'Error reading file')
    const read = readHallFile(text)
    if (!read.ok) return refuse(read.problems)
    setImported({ ...read.file, notes: read.notes })
    void navigate(paths.adminLayout(NEW_LAYOUT))
  }

  return (
    <>
      <PageHead title="Layouts">
        <Button kind="line" small onClick={() => file.current?.click()}>
          Import a file
        </Button>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          aria-label="Layout file"
          hidden
          onChange={(event) => {
            const chosen = event.target.files?.[0]
            event.target.value = ''
            if (chosen) void importFile(chosen)
          }}
        />
        <ButtonLink small to={paths.adminLayout(NEW_LAYOUT)}>
          New Layout
        </ButtonLink>
      </PageHead>
      {problems ? (
        <Note kind="bad" className="mt-4" role="alert">
          <p className="font-strong wrap-anywhere">{problems.name} was not imported</p>
          <ul className="wrap-anywhere">
            {problems.list.slice(0, 50).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          {problems.list.length > 50 ? <p>And {count(problems.list.length - 50)} more.</p> : null}
        </Note>
      ) : null}
      <div className="mt-4 flex flex-wrap items-end gap-x-6 gap-y-4">
        <SearchBox
          className="min-w-[240px] flex-1 desk:max-w-[400px]"
          label="Search name or description"
          value={list.search}
          onSearch={list.setSearch}
        />
        <SelectField
          label="Order"
          value={writeSort(list.sort)}
          onChange={(event) => list.setSort(readSort(event.target.value, layoutSorts, byName))}
        >
          {orders.map(({ sort, label }) => (
            <option key={label} value={writeSort(sort)}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <ListFrame
        list={list}
        rows={rows}
        noun="layouts"
        empty="Draw the first hall with New Layout. Ticket categories then sell its sections."
      >
        {(layouts) => (
          <ul aria-label="Layouts" className="mt-6 grid gap-x-8 gap-y-10 desk:grid-cols-2">
            {layouts.map((layout) => (
              <Card
                key={layout.id}
                layout={layout}
                onView={() => setShown(layout)}
                onEdit={() => navigate(paths.adminLayout(layout.id))}
                onHistory={() => setHistoryOf(layout)}
                onDelete={() => setDeleting(layout)}
              />
            ))}
          </ul>
        )}
      </ListFrame>
      {shown ? (
        <Dialog open onClose={() => setShown(null)} title={shown.name} subtitle={sizeOf(shown)} size="seats">
          <LayoutPreview name={shown.name} data={shown.data} className="min-h-0 flex-1" />
        </Dialog>
      ) : null}
      {historyOf ? (
        <HistoryDialog
          name={historyOf.name}
          of={[{ noun: 'seating_layouts', ids: [historyOf.id] }]}
          onClose={() => setHistoryOf(null)}
        />
      ) : null}
      {deleting ? (
        <DeleteDialog
          noun="layout"
          remove={() => deleteLayout(deleting.id)}
          instead={(failure) =>
            failure.code === 'in_use' || failure.code === 'seats_claimed' ? (
              <p className="mt-2">
                <ButtonLink kind="line" small to={paths.adminTickets}>
                  See the ticket categories
                </ButtonLink>
              </p>
            ) : null
          }
          onClose={() => setDeleting(null)}
          onDeleted={rows.reload}
        >
          <p>{deleting.name}</p>
          {deleting.usedBy > 0 ? (
            <p className="mt-2 text-muted">
              Its ticket categories keep their number of tickets and get Rows by number.
            </p>
          ) : null}
        </DeleteDialog>
      ) : null}
    </>
  )
}

function sizeOf({ data }: StoredLayout): string {
  const sections = data.sections.length
  return `${counted(countSeats(data.sections), 'seat')} in ${counted(sections, 'section')}`
}

function Card({
  layout,
  onView,
  onEdit,
  onHistory,
  onDelete,
}: {
  layout: StoredLayout
  onView: () => void
  onEdit: () => void
  onHistory: () => void
  onDelete: () => void
}) {
  const { name, description, data, usedBy } = layout
  const download = () =>
    saveFile(writeLayoutFile(name, description, data), `${fileName(name)}.layout.json`, 'application/json')
  return (
    <li className="grid min-w-0 content-start gap-2">
      <LayoutOverview name={name} data={data} className="h-[220px]" />
      <h2 className="mt-1 font-strong wrap-anywhere">{name}</h2>
      {description ? <p className="line-clamp-2 text-2 text-muted wrap-anywhere">{description}</p> : null}
      <p className="text-2 text-muted">
        {sizeOf(layout)},{' '}
        {usedBy === 0 ? 'not used' : `used by ${counted(usedBy, 'ticket category', 'ticket categories')}`}
      </p>
      <RowActions
        name={name}
        actions={[
          { label: 'Preview', onChoose: onView },
          { label: 'Edit', onChoose: onEdit },
          { label: 'Export', onChoose: download },
          { label: 'History', onChoose: onHistory, adminOnly: true },
          { label: 'Delete', onChoose: onDelete, grave: true },
        ]}
      />
    </li>
  )
}

const fileName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'hall'
