import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'

/** Element id that server/pages/event-page.ts writes the event to. */
const PLACE = 'written-event'

/** Page start, in ms on the device's clock: a catalogue fetched later is newer than the written event. */
export const PAGE_STARTED_AT = Date.now()

let written = read()

function read(): CatalogueEvent | null {
  try {
    return JSON.parse(document.getElementById(PLACE)?.textContent ?? 'null') as CatalogueEvent | null
  } catch {
    return null
  }
}

/**
 * Returns the event the server wrote into this page, else null. Its layouts have no sections, so the picker cannot use
 * it.
 */
export const writtenEvent = (id: string): CatalogueEvent | null => (written?.id === id ? written : null)

/** When true, the first screen does not wait for the sync. */
export const hasWrittenEvent = (): boolean => written !== null

/** Call once the device knows the event (or that it is gone), or when its page is left. Cannot be undone. */
export function forgetWrittenEvent(): void {
  written = null
}
