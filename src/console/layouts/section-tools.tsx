import { useState } from 'react'
import type { LayoutData } from '#shop/layouts/layout.ts'
import {
  addRow,
  letterSection,
  moveRow,
  MAX_ROW_CELLS,
  numberSection,
  removeRow,
  renameRow,
  renameSection,
  setCell,
  setRowLength,
  type CellKind,
  type Numbering,
} from '#shop/layouts/layout-draft.ts'
import { Button } from '#ui/controls/button.tsx'
import { Chip } from '#ui/controls/chip.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import type { Edit } from './layout-history.ts'
import { SectionGrid, type At } from './section-grid.tsx'
import { PlaceFields, RowShapeFields } from './shape-fields.tsx'

const tools: { kind: CellKind; label: string }[] = [
  { kind: 'seat', label: 'Seat' },
  { kind: 'aisle', label: 'Aisle' },
  { kind: 'blocked', label: 'Blocked' },
  { kind: 'wheelchair', label: 'Wheelchair' },
]

export function SectionTools({
  data,
  index,
  tool,
  onTool,
  edit,
}: {
  data: LayoutData
  index: number
  tool: CellKind
  onTool: (tool: CellKind) => void
  edit: Edit
}) {
  const section = data.sections[index]
  const [place, setPlace] = useState<At>({ row: 0, cell: 0 })
  const [numbering, setNumbering] = useState<Numbering>('left')
  if (!section) return null
  const row = Math.min(place.row, section.rows.length - 1)
  const chosen = section.rows[row]
  const cell = Math.min(place.cell, (chosen?.seats.length ?? 1) - 1)
  const here = { section: index, row }

  return (
    <section aria-label={`Section ${section.name}`} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid grid-cols-[96px_minmax(0,1fr)] gap-4">
        <TextField
          label="Code"
          value={section.code}
          maxLength={4}
          autoCapitalize="characters"
          autoComplete="off"
          error={/^[A-Z0-9]{1,4}$/.test(section.code) ? undefined : '1 to 4 of A–Z, 0–9'}
          onChange={(event) =>
            edit((now) => renameSection(now, index, { code: event.target.value.toUpperCase() }), `code ${index}`)
          }
        />
        <TextField
          label="Section name"
          value={section.name}
          maxLength={60}
          autoComplete="off"
          error={section.name.trim() === '' ? 'Customers read this name.' : undefined}
          onChange={(event) => edit((now) => renameSection(now, index, { name: event.target.value }), `name ${index}`)}
        />
      </div>
      <PlaceFields data={data} index={index} edit={edit} />
      <div role="group" aria-label="Tool" className="flex flex-wrap gap-2">
        {tools.map(({ kind, label }) => (
          <Chip key={kind} on={tool === kind} onClick={() => onTool(kind)}>
            {label}
          </Chip>
        ))}
      </div>
      <p className="text-1 text-muted">
        Choose a tool, then press seats or draw over them. By keyboard: arrows move, Space paints, S, A, B and W make a
        seat, an aisle, a blocked and a wheelchair seat, Alt with ↑ and ↓ moves the row.
      </p>
      <SectionGrid
        section={section}
        at={{ row, cell }}
        onWalk={setPlace}
        onPaint={(at, stroke) => edit((now) => paint(now, index, at, tool), stroke)}
        onKind={(at, kind) => edit((now) => paint(now, index, at, kind))}
        onMoveRow={(from, to) => {
          edit((now) => moveRow(now, index, from, to))
          setPlace((now) => ({ ...now, row: to }))
        }}
      />
      {chosen ? (
        <div role="group" aria-label={`Row ${chosen.label}`} className="grid gap-3 border-l-3 border-rule-strong pl-3">
          <div className="grid max-w-[560px] grid-cols-2 gap-4 desk:grid-cols-5">
            <TextField
              label="Row"
              value={chosen.label}
              maxLength={2}
              autoCapitalize="characters"
              autoComplete="off"
              error={rowProblem(chosen.label, section.rows, row)}
              onChange={(event) =>
                edit((now) => renameRow(now, here, event.target.value.toUpperCase()), `row ${index} ${row}`)
              }
            />
            <TextField
              label="Places"
              type="number"
              min={1}
              max={MAX_ROW_CELLS}
              value={chosen.seats.length}
              onChange={(event) =>
                edit((now) => setRowLength(now, here, event.target.valueAsNumber), `places ${index} ${row}`)
              }
            />
            <RowShapeFields row={chosen} at={here} edit={edit} />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button kind="line" small onClick={() => edit((now) => addRow(now, here))}>
              Add a row behind
            </Button>
            <Button kind="line" small disabled={row === 0} onClick={() => move(-1)}>
              Row up
            </Button>
            <Button kind="line" small disabled={row === section.rows.length - 1} onClick={() => move(1)}>
              Row down
            </Button>
            <Button
              kind="no"
              small
              disabled={section.rows.length < 2}
              onClick={() => edit((now) => removeRow(now, here))}
            >
              Remove row
            </Button>
          </div>
        </div>
      ) : null}
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label="Numbering of the section"
          className="min-w-[220px]"
          value={numbering}
          onChange={(event) => setNumbering(event.target.value as Numbering)}
        >
          <option value="left">1, 2, 3 … from the left</option>
          <option value="right">1, 2, 3 … from the right</option>
          <option value="odd-even">Odd on the left, even on the right</option>
        </SelectField>
        <Button kind="line" onClick={() => edit((now) => numberSection(now, index, numbering))}>
          Number the seats
        </Button>
        <Button kind="line" onClick={() => edit((now) => letterSection(now, index))}>
          Letter the rows
        </Button>
      </div>
    </section>
  )

  function move(by: number) {
    edit((now) => moveRow(now, index, row, row + by))
    setPlace({ row: row + by, cell })
  }
}

const paint = (data: LayoutData, section: number, at: At, kind: CellKind): LayoutData =>
  setCell(data, { section, ...at }, kind)

function rowProblem(label: string, rows: readonly { label: string }[], at: number): string | undefined {
  if (!/^[A-Z]{1,2}$/.test(label)) return 'One or two of A–Z'
  return rows.some((row, index) => index !== at && row.label === label) ? 'Another row has it' : undefined
}
