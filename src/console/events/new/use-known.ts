import { readLayouts } from '#shop/catalogue/admin/categories-admin.api.ts'
import { readEventNames } from '#shop/catalogue/admin/events-admin.api.ts'
import { readSingerNames } from '#shop/catalogue/admin/singers-admin.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { useLoaded, type Loaded } from '../../kit/use-loaded.ts'
import type { Known } from './draft/read-concert.ts'

/** Loads what the form suggests: singers, halls, and cities of coming events. */
export const useKnown = (): Loaded<Known> => useLoaded('known', readKnown)

async function readKnown(): Promise<Result<Known>> {
  const [singers, layouts, events] = await Promise.all([readSingerNames(), readLayouts(), readEventNames(new Date())])
  if (!singers.ok) return singers
  if (!layouts.ok) return layouts
  // Cities are only suggestions.
  const cities = events.ok ? [...new Set(events.value.map(({ city }) => city))].sort() : []
  return ok({ singers: singers.value, layouts: layouts.value, cities })
}
