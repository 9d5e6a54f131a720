import { useSyncExternalStore } from 'react'
import { currentTerms, watchTerms } from '#shop/terms/terms.store.ts'
import { goByTerms } from '#ui/terms.ts'

/** Has everything below go by the shop's terms of today, and renders again when others have come. */
export function useShopTerms(): void {
  // Before what is below is drawn, because it asks for them while it is being drawn.
  goByTerms(useSyncExternalStore(watchTerms, currentTerms))
}
