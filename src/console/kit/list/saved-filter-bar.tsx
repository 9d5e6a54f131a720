import { readStored, writeStored, type StoredKey } from '#platform/device/stored.ts'
import { useState, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button } from '#ui/controls/button.tsx'
import { Chip, RemovableChip } from '#ui/controls/chip.tsx'
import { TextField } from '#ui/controls/field.tsx'

export interface SavedFilter {
  name: string
  query: string
}

export const MAX_FILTERS = 12
export const MAX_NAME_CHARS = 40

/** Returns an address's parameters without the page and those in `passing`, which open a dialog. */
export function filterOf(search: string, passing: readonly string[]): string {
  const params = new URLSearchParams(search)
  for (const name of ['page', ...passing]) params.delete(name)
  params.sort()
  return params.toString()
}

/** Replaces a filter of the same name; over the limit drops the oldest. */
export function withFilter(filters: readonly SavedFilter[], filter: SavedFilter): SavedFilter[] {
  const name = filter.name.trim().slice(0, MAX_NAME_CHARS)
  if (name === '') return [...filters]
  return [...filters.filter((one) => one.name !== name), { name, query: filter.query }].slice(-MAX_FILTERS)
}

function readFilters(key: StoredKey): SavedFilter[] {
  try {
    const found: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(found)
      ? found.filter((one): one is SavedFilter => typeof one?.name === 'string' && typeof one?.query === 'string')
      : []
  } catch {
    return []
  }
}

const writeFilters = (key: StoredKey, filters: readonly SavedFilter[]): void =>
  void writeStored(key, JSON.stringify(filters))

/** Keeps filters of a list by name. `passing`: parameters that belong to no filter. */
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
