import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import type { Paise } from '#shop/prices/money.ts'
import { readSoldByPrice } from '#shop/catalogue/admin/categories-admin.api.ts'
import { count, rupees } from '#ui/format.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { whyFailed } from '../../kit/why-failed.ts'

/** Names a price at which tickets were sold: that of a phase, the regular one, or an earlier one. */
export function priceName(price: Paise, { phases, price: regular }: Pick<CategoryListRow, 'phases' | 'price'>): string {
  if (price === 0) return 'Complimentary or free'
  const named = phases.filter((phase) => phase.price === price).map(({ name }) => name)
  if (named.length > 0) return named.join(' or ')
  return price === regular ? 'Regular price' : 'Another price (changed since, or with a code)'
}

/** How many tickets were sold at which price. */
export function SoldByPrice({ category }: { category: CategoryListRow }) {
  const { value, failure, reload } = useLoaded(`${category.id} ${category.ticketsSold}`, () =>
    readSoldByPrice(category.id),
  )
  return (
    <section aria-label={`Sold by price: ${category.name}`} className="desk:col-span-4">
      <h2 className="font-strong">Sold here, by price</h2>
      {failure ? (
        <p role="status" className="text-2 text-warn">
          {whyFailed(failure)}{' '}
          <button type="button" className="link min-h-6" onClick={() => void reload()}>
            Try again
          </button>
        </p>
      ) : !value ? (
        <p className="text-2 text-muted">Loading...</p>
      ) : value.length === 0 ? (
        <p className="text-2 text-muted">No ticket yet.</p>
      ) : (
        <ul className="mt-1 grid gap-1 text-2">
          {value.map(({ price, tickets }) => (
            <li key={price} className="tabular-nums">
              {priceName(price, category)}
              {price > 0 ? `, ${rupees(price)}` : null}: {count(tickets)}
            </li>
          ))}
        </ul>
      )}
      <p className="text-1 text-muted">Valid tickets at their price before tax and fee, without test orders.</p>
    </section>
  )
}
