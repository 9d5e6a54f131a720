import { sectionNames, type SectionNames } from './catalogue.ts'
import type { Store } from '#shop/device/store-types.ts'

interface Line {
  ticketCategoryId: string | null
  seats: readonly string[]
}

/** Adds section names from this device's layouts, also after the event. Skips lines without a known layout. */
export async function withSections<T extends Line>(
  store: Store,
  lines: readonly T[],
): Promise<(T & { sections?: SectionNames })[]> {
  const ids = lines.flatMap(({ ticketCategoryId: id, seats }) => (id && seats.some(hasSection) ? [id] : []))
  if (ids.length === 0) return [...lines]
  const links = await store.table('categoryLayouts').getMany([...new Set(ids)])
  const layouts = await store.table('layouts').getMany([...new Set(links.map((link) => link.layoutId))])
  const names = new Map(layouts.map(({ id, sections }) => [id, sectionNames(sections)]))
  const ofCategory = new Map(links.map((link) => [link.id, names.get(link.layoutId)]))
  return lines.map((line) => {
    const sections = ofCategory.get(line.ticketCategoryId ?? '')
    return sections ? { ...line, sections } : line
  })
}

const hasSection = (seat: string): boolean => seat.includes('-')
