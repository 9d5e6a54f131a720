import { useSyncExternalStore } from 'react'
import { currentTerms, watchTerms } from '#shop/terms/terms.store.ts'
import { setTerms } from '#ui/terms.ts'

export function useShopTerms(): void {
  // In render, because children read them while they render.
  setTerms(useSyncExternalStore(watchTerms, currentTerms))
}
