import type { SectionOwner } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { LayoutRow } from '#shop/catalogue/catalogue-rows.ts'

type Section = LayoutRow['sections'][number]

/** Seats of a section that can be sold: blocked ones cannot. */
export const sellableSeats = (section: Section): number =>
  section.rows.reduce(
    (sum, row) => sum + row.seats.filter((seat) => seat !== null && !row.blocked?.includes(seat)).length,
    0,
  )

/** Name of the ticket category that sells the section; null while it is free. */
export const ownerOf = (owners: readonly SectionOwner[], layoutId: string, code: string): string | null =>
  owners.find((owner) => owner.layoutId === layoutId && owner.sections.includes(code))?.name ?? null

/** Sections of the layout that no other category of the event sells, and that have a seat to sell. */
export const freeSections = (owners: readonly SectionOwner[], layout: LayoutRow): string[] =>
  layout.sections
    .filter((section) => sellableSeats(section) > 0 && ownerOf(owners, layout.id, section.code) === null)
    .map(({ code }) => code)

/** The layout that the event's other categories use; a new one can use no other. Null while there is none. */
export const layoutInUse = (owners: readonly SectionOwner[]): string | null => owners[0]?.layoutId ?? null
