import { listCategories } from '#shop/catalogue/admin/categories-admin.api.ts'
import { CheckField } from '#ui/controls/field.tsx'
import { ListFailure } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'

const byName = { column: 'name', ascending: true }
const MAX_CATEGORIES = 100

/** For which categories of its event a code is. */
export function CodeCategories({
  eventId,
  chosen,
  onChange,
}: {
  eventId: string
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}) {
  const { value, failure, reload } = useLoaded(eventId, () =>
    listCategories({ search: '', sort: byName, page: 1, pageSize: MAX_CATEGORIES }, eventId),
  )
  if (failure) return <ListFailure message="Error fetching data" failure={failure} onRetry={reload} />
  return (
    <fieldset className="desk:col-span-6">
      <legend className="text-2 font-strong">Ticket categories</legend>
      <p className="text-1 text-muted">None ticked: all of the event</p>
      <div className="grid gap-x-6 desk:grid-cols-3">
        {(value?.rows ?? []).map(({ id, name, hidden }) => (
          <CheckField
            key={id}
            label={hidden ? `${name} (only with a code)` : name}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
