import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'

/** Where server/pages/event-page.ts writes the concert of this address into the page. */
const PLACE = 'written-event'

/** When this page began, in ms on the device's clock: a catalogue that was brought later knows better. */
export const PAGE_BEGAN = Date.now()

let written = read()

function read(): CatalogueEvent | null {
  try {
    return JSON.parse(document.getElementById(PLACE)?.textContent ?? 'null') as CatalogueEvent | null
  } catch {
    return null
  }
}

/**
 * The event that the server wrote into this page, to draw from while the device does not have it; null for every other
 * event, and where no server writes pages. Its layouts have no sections: the picker needs the device's event.
 */
export const writtenEvent = (id: string): CatalogueEvent | null => (written?.id === id ? written : null)

/** Whether there is one: then nothing on the screen waits for the sync. */
export const hasWrittenEvent = (): boolean => written !== null

/** The device has the event, or knows that it is gone, or the customer went on: what was written is never used again. */
export function forgetWrittenEvent(): void {
  written = null
}
