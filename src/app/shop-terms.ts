import { useSyncExternalStore } from 'react'
import { currentTerms, watchTerms } from '#shop/terms/terms.store.ts'
import { goByTerms } from '#ui/terms.ts'

export function useShopTerms(): void {
  // In render, because children read them while they render.
  goByTerms(useSyncExternalStore(watchTerms, currentTerms))
}
