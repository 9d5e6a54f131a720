import type { SectionOwner } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { LayoutRow } from '#shop/catalogue/catalogue-rows.ts'
import { sellableIn } from '#shop/layouts/layout-draft.ts'

/** Returns the name of the ticket category that sells the section; null while it is free. */
export const ownerOf = (owners: readonly SectionOwner[], layoutId: string, code: string): string | null =>
  owners.find((owner) => owner.layoutId === layoutId && owner.sections.includes(code))?.name ?? null

export const freeSections = (owners: readonly SectionOwner[], layout: LayoutRow): string[] =>
  layout.sections
    .filter((section) => sellableIn(section) > 0 && ownerOf(owners, layout.id, section.code) === null)
    .map(({ code }) => code)

/** Returns the layout that the event's other categories share; null without one. */
export const layoutInUse = (owners: readonly SectionOwner[]): string | null => owners[0]?.layoutId ?? null
