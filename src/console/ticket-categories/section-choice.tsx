import type { SectionOwner } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { LayoutRow } from '#shop/catalogue/catalogue-rows.ts'
import { sellableIn } from '#shop/layouts/layout-draft.ts'
import { CheckField, FieldError } from '#ui/controls/field.tsx'
import { ownerOf } from './section-owners.ts'
import { counted } from '../kit/words/counted.ts'

/** Returns the layouts to choose from, once the event's other categories use that with the id `used`. */
export const layoutOptions = (layouts: readonly LayoutRow[], used: string | null) =>
  layouts.map(({ id, name }) => (
    <option key={id} value={id} disabled={used !== null && used !== id}>
      {name}
    </option>
  ))

export function SectionChoice({
  layout,
  owners,
  chosen,
  error,
  className,
  onChange,
}: {
  layout: LayoutRow
  owners: readonly SectionOwner[]
  chosen: readonly string[]
  error?: string | undefined
  className?: string
  onChange: (chosen: string[]) => void
}) {
  return (
    <fieldset className={className} aria-describedby={error ? 'sections-error' : undefined}>
      <legend className="text-2 font-strong">Sections</legend>
      {layout.sections.map((section) => {
        const owner = ownerOf(owners, layout.id, section.code)
        return (
          <CheckField
            key={section.code}
            label={`${section.name} (${section.code}), ${counted(sellableIn(section), 'seat')}`}
            hint={owner === null ? undefined : `Sold as ${owner}`}
            disabled={owner !== null}
            checked={owner === null && chosen.includes(section.code)}
            onChange={(event) =>
              onChange(
                event.target.checked ? [...chosen, section.code] : chosen.filter((code) => code !== section.code),
              )
            }
          />
        )
      })}
      {error ? <FieldError id="sections-error">{error}</FieldError> : null}
    </fieldset>
  )
}
