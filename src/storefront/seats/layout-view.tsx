import { Suspense, lazy } from 'react'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { Dialog } from '#ui/controls/dialog.tsx'
import { t } from '#ui/messages/messages.ts'
import { SeatsLoading } from './seats-loading.tsx'
import { SeatsWaiting } from './seats-waiting.tsx'
import { cityWords } from '#ui/format.ts'

export interface LayoutViewProps {
  event: CatalogueEvent
  /** The event, and with it the hall's plan, is not on this device yet. */
  waiting: boolean
  onClose: () => void
}

const Body = lazy(() => import('./layout-view-body.tsx').then(({ LayoutViewBody }) => ({ default: LayoutViewBody })))

export function LayoutView({ event, waiting, onClose }: LayoutViewProps) {
  const name = event.categories.find(({ layout }) => layout)?.layout?.name ?? ''
  // Most halls are named after their venue.
  const places = [...(event.venue.startsWith(name) ? [] : [name]), event.venue, cityWords(event.city)]
  return (
    <Dialog open onClose={onClose} size="seats" title={t('layout.title')} subtitle={places.join(' · ')}>
      <Suspense fallback={<SeatsLoading />}>{waiting ? <SeatsWaiting /> : <Body event={event} />}</Suspense>
    </Dialog>
  )
}
