import { useId } from 'react'
import { categoryLeft, type TicketCategory } from '#shop/catalogue/catalogue.ts'
import { Stepper } from '#ui/controls/stepper.tsx'
import { count, priceWords } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { terms } from '#ui/terms.ts'
import { useCart } from '../../cart/cart-state.ts'
import { mostStanding, placesLeft } from './standing-choice.ts'
import { useLiveSeats } from './use-live-seats.ts'

/** Asks beside the map for a number of people of a standing zone; 0 for none. */
export function StandingArea({
  category,
  people,
  onPeople,
}: {
  category: TicketCategory
  people: number
  onPeople: (people: number) => void
}) {
  const inCart = useCart()
    .items.filter((item) => item.categoryId === category.id)
    .reduce((sum, item) => sum + item.seats.length, 0)
  const live = useLiveSeats([category.id])
  const known = live.failure ? null : (live.snapshots.get(category.id) ?? null)
  const left = placesLeft(categoryLeft(category), known)
  const most = mostStanding({ most: terms().seatsPerLine, inCart, left })
  const id = useId()
  const change = (wanted: number): void => onPeople(Math.max(0, Math.min(most, wanted)))
  return (
    <div className="flex flex-none items-center justify-between gap-3 border-b border-rule px-4 py-1.5 desk:px-6">
      <label htmlFor={id} className="min-w-0 text-2 leading-5">
        <span className="font-strong">{category.name}</span> · {priceWords(category.price, category.free)}
        <span className="block text-1 text-muted tabular-nums">
          {t('event.standing')} ·{' '}
          {left === 0
            ? t('seats.standing.onlyLeft', { n: 0 })
            : t('seats.standing.places', { n: left, count: count(left) })}
        </span>
      </label>
      <div role="group" aria-label={category.name} className="flex-none">
        <Stepper
          id={id}
          value={String(people)}
          fewer={t('seats.standing.fewer')}
          more={t('seats.standing.more')}
          atLeast={people === 0}
          atMost={people >= most}
          onStep={(by) => change(people + by)}
          onChange={(event) => change(Number(event.target.value.replaceAll(/\D/g, '')))}
        />
      </div>
    </div>
  )
}
