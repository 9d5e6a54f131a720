import { sampleRating } from '#shop/catalogue/sample-rating.ts'
import { count } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'

/** Shows a rating, invented and labelled as such; only in builds with VITE_SAMPLE_RATINGS. */
export function SampleRating({ eventId }: { eventId: string }) {
  if (!import.meta.env.VITE_SAMPLE_RATINGS) return null
  const { rating, reviews } = sampleRating(eventId)
  return (
    <p className="text-1 text-muted tabular-nums">
      {t('event.ratingSample', { rating: rating.toFixed(1), reviews: count(reviews) })}
    </p>
  )
}
