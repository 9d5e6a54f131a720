import { useParams } from 'react-router-dom'
import { readConcertSource } from '#shop/catalogue/admin/concert.api.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { WhenLoaded } from '../../kit/list/when-loaded.tsx'
import { together, useLoaded } from '../../kit/use-loaded.ts'
import { useKnown } from '../new/use-known.ts'
import { EditConcertForm } from './edit-concert-form.tsx'

/** Edits all of a stored concert in one form. */
export function EditConcertRoute() {
  usePageTitle('All details', 'admin')
  const { eventId = '' } = useParams()
  const known = useKnown()
  const source = useLoaded(`concert ${eventId}`, () => readConcertSource(eventId))
  return (
    <WhenLoaded of={together({ known, source })} message="Failed to load the concert">
      {(loaded) => <EditConcertForm key={eventId} {...loaded} />}
    </WhenLoaded>
  )
}
