import type { LayoutData, LayoutRow, RowShape } from '#shop/layouts/layout.ts'
import { placeOfSection, placeSection, shapeRow, unplaceAll } from '#shop/layouts/layout-places.ts'
import { curveWithin } from '#shop/layouts/layout-draft.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import type { Edit } from './layout-history.ts'

/** Where the section is in the hall, by number. */
export function PlaceFields({ data, index, edit }: { data: LayoutData; index: number; edit: Edit }) {
  const place = placeOfSection(data, index)
  return (
    <div className="flex flex-wrap items-end gap-4">
      {(['x', 'y', 'turn'] as const).map((name) => (
        <TextField
          key={name}
          label={{ x: 'Across', y: 'Down', turn: 'Turn (°)' }[name]}
          type="number"
          step={name === 'turn' ? 5 : 0.5}
          className="w-[88px]"
          value={place[name]}
          onChange={(event) =>
            edit((now) => placeSection(now, index, { [name]: event.target.valueAsNumber }), `place ${index}`)
          }
        />
      ))}
      {data.sections[index]?.x === undefined ? null : (
        <Button kind="line" onClick={() => edit(unplaceAll)}>
          One below the other
        </Button>
      )}
    </div>
  )
}

/** How a row is bent and moved, in seat widths. */
export function RowShapeFields({
  row,
  at,
  edit,
}: {
  row: LayoutRow
  at: { section: number; row: number }
  edit: Edit
}) {
  const change = (shape: RowShape, name: string): void =>
    edit((now) => shapeRow(now, at, shape), `${name} ${at.section} ${at.row}`)
  return (['curve', 'shift', 'gap'] as const).map((name) => (
    <TextField
      key={name}
      label={{ curve: 'Curve', shift: 'Shift', gap: 'Gap before' }[name]}
      type="number"
      step={0.5}
      min={name === 'gap' ? 0 : undefined}
      value={row[name] ?? 0}
      onChange={({ target: { valueAsNumber: value } }) =>
        change({ [name]: name === 'curve' ? curveWithin(value, row.seats.length) : value }, name)
      }
    />
  ))
}
