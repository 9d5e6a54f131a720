import type { Filters } from '#shop/catalogue/search/catalogue-filter.ts'
import { formatDay, fromIst } from '#platform/time/ist.ts'
import { rupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import type { ChosenFilter } from './concert-filters.ts'

/** The label of a filter: 'Mumbai', 'This weekend', 'up to ₹2,000 all in'. */
export function wordsOfFilter(filters: Filters, { kind, genre }: ChosenFilter): string {
  switch (kind) {
    case 'text':
      return `“${filters.text.trim()}”`
    case 'city':
      return filters.city
    case 'days':
      return filters.day === '' ? t(`catalogue.${filters.period ?? 'month'}`) : formatDay(fromIst(filters.day))
    case 'genres':
      return (genre ? [genre] : filters.genres).map((one) => t(`event.genre.${one}`)).join(', ')
    case 'price':
      return t('common.allIn', { amount: wordsOfPrice(filters) })
  }
}

function wordsOfPrice({ minPrice, maxPrice }: Filters): string {
  if (maxPrice === null) return t('common.from', { amount: rupees(minPrice ?? 0) })
  if (minPrice === null) return t('catalogue.upTo', { amount: rupees(maxPrice) })
  return `${rupees(minPrice)}–${rupees(maxPrice)}`
}
