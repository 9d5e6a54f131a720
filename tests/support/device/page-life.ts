import { vi } from 'vitest'

/** Fires `pagehide` and related events of one page. Call before `freshDevice`. */
export function pageLife(): { leave(): void; comeBack(): void; end(): void } {
  const page = new EventTarget()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  return {
    leave: () => void page.dispatchEvent(new Event('pagehide')),
    comeBack: () => void page.dispatchEvent(new Event('pageshow')),
    end: () => vi.unstubAllGlobals(),
  }
}
