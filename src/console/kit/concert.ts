import { useOutletContext } from 'react-router-dom'
import type { EventAbout } from '#shop/catalogue/about/event-about.ts'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'

/** The concert whose page is open, as its tabs see it. */
export interface Concert {
  id: string
  /** Undefined while they load, and after a failure, which the page shows. */
  event: EventListRow | undefined
  about: EventAbout | undefined
  reload: () => Promise<unknown>
}

/** Returns the concert under whose head a page is drawn; null for a page of the whole shop. */
export const useConcert = (): Concert | null => useOutletContext<Concert | undefined>() ?? null
