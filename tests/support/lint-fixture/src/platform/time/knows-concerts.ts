// Must fail: the platform has no word of concerts.
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
export type Instant = CatalogueEvent['date']
