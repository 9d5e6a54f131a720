import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import { phasesLeft, type Phase } from '#shop/catalogue/sale/phases.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { allInPrice } from '#shop/prices/rates.ts'
import { count, rupees } from '#ui/format.ts'
import { terms } from '#ui/terms.ts'
import { useNow } from '#ui/hooks/use-time.ts'

const CLOCK_MS = 30_000
/** Wraps: a list of phases would push the table out of a phone's screen. */
const PHASE = 'block text-1 text-muted max-desk:ml-auto max-desk:max-w-36 max-desk:whitespace-normal'

/** Shows today's price and what ends it, then the prices to come. */
export function CategoryPrice({ category }: { category: CategoryListRow }) {
  const now = useNow(CLOCK_MS)
  if (category.free) return <>Free</>
  const sold = category.ticketsSold + category.held + category.underReview
  const left = phasesLeft({ ...category, ticketsSold: sold }, now)
  const price = left[0]?.price ?? category.price
  const later = [...left.slice(1), { name: 'Then', price: category.price, until: null, untilSold: null }]
  return (
    <>
      {rupees(price)}
      <span className="block text-1 text-muted">{rupees(allInPrice(price, terms(), category.state))} all in</span>
      {left[0] ? <span className={PHASE}>{phaseWords(left[0])}</span> : null}
      {left[0]
        ? later.map((phase, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- phases may have one name
            <span key={index} className={PHASE}>
              {phaseWords(phase)}: {rupees(phase.price)}
            </span>
          ))
        : null}
    </>
  )
}

const phaseWords = ({ name, until, untilSold }: Phase): string => {
  const ends = [until && formatDayTime(until), untilSold !== null && `${count(untilSold)} sold`].filter(Boolean)
  return ends.length > 0 ? `${name} until ${ends.join(' or ')}` : name
}
