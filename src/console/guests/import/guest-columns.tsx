import { guestFields, isUsable, unusedColumns, type GuestMapping, type GuestTable } from '#shop/guests/guest-head.ts'
import { Note } from '#ui/display/note.tsx'
import { ColumnChoice, columnName } from '../../kit/sheet/column-choice.tsx'

const fieldLabels: Record<keyof GuestMapping, string> = {
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  people: 'Number of people',
  plusOnes: 'Plus ones',
  zone: 'Ticket or zone',
  contact: 'Contact',
  phone: 'Phone',
  email: 'Email',
  list: 'List',
  note: 'Note',
}

/** Names the columns that are not used, and lets staff say what each column is. */
export function GuestColumns({
  table,
  mapping,
  onMapping,
}: {
  table: GuestTable
  mapping: GuestMapping
  onMapping: (mapping: GuestMapping) => void
}) {
  const unused = unusedColumns(table, mapping).map((at) => columnName(table.head[at]!, at))
  const usable = isUsable(mapping)
  return (
    <section aria-label="Columns" className="grid gap-2">
      {usable ? null : <Note kind="warn">No column is known as the name. Choose it below.</Note>}
      {unused.length > 0 ? (
        <Note kind="warn">
          <span className="font-strong">Not used:</span> <span className="wrap-anywhere">{unused.join(', ')}.</span> If
          one of these says something about the guests, choose it below.
        </Note>
      ) : null}
      <ColumnChoice
        fields={guestFields}
        labels={fieldLabels}
        head={table.head}
        mapping={mapping}
        open={!usable}
        onMapping={onMapping}
      />
    </section>
  )
}
