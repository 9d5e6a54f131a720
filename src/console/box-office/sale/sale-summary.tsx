import type { DoorCategory, DoorPrice } from '#shop/box-office/box-office.api.ts'
import type { OrderLine } from '#shop/orders/order.ts'
import { ticketsIn } from '#shop/box-office/door-sale.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { exactRupees, rupees } from '#ui/format.ts'
import { ticketsText } from '../box-office-words.ts'
import { lineWords } from './sale-words.ts'

export function SaleSummary({
  lines,
  categories,
  price,
  onRemove,
}: {
  lines: readonly OrderLine[]
  categories: ReadonlyMap<string, DoorCategory>
  price: DoorPrice | null
  onRemove: (categoryId: string) => void
}) {
  const n = ticketsIn(lines)
  const taxes = price ? price.gst + price.localTax : 0
  return (
    <div>
      <ul aria-label="In this sale">
        {lines.map((line) => {
          const category = categories.get(line.ticketCategoryId)
          return (
            <li key={line.ticketCategoryId} className="flex items-center gap-2 border-b border-rule">
              <span className="min-w-0 flex-1 py-2 wrap-anywhere">
                <span className="font-strong">{category?.name ?? 'Ticket'}</span>
                <span className="block text-2 text-muted">{lineWords(line, category)}</span>
              </span>
              <IconButton
                label={`Take out ${category?.name ?? 'these tickets'}`}
                onClick={() => onRemove(line.ticketCategoryId)}
              >
                <Icon name="close" />
              </IconButton>
            </li>
          )
        })}
      </ul>
      <p
        role="status"
        className="flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-rule-strong pt-2"
      >
        <span>{n === 0 ? 'Nothing chosen' : ticketsText(n)}</span>
        <span className="head-4 tabular-nums">{n === 0 ? '' : price ? exactRupees(price.total) : 'Computing…'}</span>
      </p>
      <p className="min-h-5 text-1 text-muted tabular-nums">
        {taxes > 0 ? `with ${rupees(taxes)} tax, no convenience fee` : n > 0 && price ? 'no convenience fee' : ''}
      </p>
    </div>
  )
}
