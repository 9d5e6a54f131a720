import type { CategoryLayoutRow, CategoryRow } from '#shop/catalogue/catalogue-rows.ts'
import type { Store } from '#shop/device/store-types.ts'
import { ownerIn } from '#shop/people/current-user.store.ts'
import type { CodesOfOwner } from './code.ts'

/** Only reads, so that the first page loads nothing more; codes.store.ts writes. */

export const CODES_KEY = 'codes'

/** Returns the codes of the signed-in account; null for a visitor and for an account without. */
export async function codesIn(store: Store): Promise<CodesOfOwner | null> {
  const found = (await store.table('meta').get(CODES_KEY))?.value as CodesOfOwner | undefined
  return found && found.ownerId === (await ownerIn(store)) ? found : null
}

/** Returns the hidden categories that the account's codes open, and their halls. */
export async function openedRows(store: Store): Promise<{ categories: CategoryRow[]; links: CategoryLayoutRow[] }> {
  const codes = (await codesIn(store))?.codes ?? []
  return { categories: codes.flatMap((code) => code.categories), links: codes.flatMap((code) => code.links) }
}
