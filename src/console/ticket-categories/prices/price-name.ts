import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import type { Paise } from '#shop/prices/money.ts'

/** Names a price at which tickets were sold: that of a phase, the regular one, or an earlier one. */
export function priceName(price: Paise, { phases, price: regular }: Pick<CategoryListRow, 'phases' | 'price'>): string {
  if (price === 0) return 'Complimentary or free'
  const named = phases.filter((phase) => phase.price === price).map(({ name }) => name)
  if (named.length > 0) return named.join(' or ')
  return price === regular ? 'Regular price' : 'Another price (changed since, or with a code)'
}
