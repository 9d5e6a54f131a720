import { useState, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { StoredKey } from '#platform/device/stored.ts'
import { Button } from '#ui/controls/button.tsx'
import { Chip, RemovableChip } from '#ui/controls/chip.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { filterOf, MAX_NAME_CHARS, readFilters, withFilter, writeFilters, type SavedFilter } from './saved-filters.ts'

/** `passing`: parameters that belong to no filter. */
export function SavedFilterBar({ storageKey, passing }: { storageKey: StoredKey; passing: readonly string[] }) {
  const location = useLocation()
  const navigate = useNavigate()
  const [filters, setFilters] = useState(() => readFilters(storageKey))
  const [name, setName] = useState<string | null>(null)
  const now = filterOf(location.search, passing)
  const keep = (next: SavedFilter[]) => {
    setFilters(next)
    writeFilters(storageKey, next)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name === null || name.trim() === '') return
    keep(withFilter(filters, { name, query: now }))
    setName(null)
  }
  const known = filters.some((one) => one.query === now)
  if (filters.length === 0 && now === '' && name === null) return null
  return (
    <div className="mt-3 flex flex-wrap items-end gap-2" role="group" aria-label="Saved filters">
      {filters.map((filter) =>
        filter.query === now ? (
          <RemovableChip
            key={filter.name}
            label={filter.name}
            removeLabel={`Forget the filter ${filter.name}`}
            onRemove={() => keep(filters.filter((one) => one !== filter))}
          />
        ) : (
          <Chip
            key={filter.name}
            on={false}
            onClick={() => navigate({ pathname: location.pathname, search: filter.query }, { replace: true })}
          >
            {filter.name}
          </Chip>
        ),
      )}
      {name !== null ? (
        <form className="flex flex-wrap items-end gap-2" onSubmit={save}>
          <TextField
            label="Name of the filter"
            value={name}
            maxLength={MAX_NAME_CHARS}
            autoComplete="off"
            // oxlint-disable-next-line no-autofocus -- a press of Save this filter opened it
            autoFocus
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" disabled={name.trim() === ''}>
            Save
          </Button>
          <Button kind="bare" onClick={() => setName(null)}>
            Cancel
          </Button>
        </form>
      ) : now !== '' && !known ? (
        <Button kind="bare" small onClick={() => setName('')}>
          Save this filter
        </Button>
      ) : null}
    </div>
  )
}
