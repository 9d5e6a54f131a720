import { Link } from 'react-router-dom'
import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import { Empty } from '#ui/display/note.tsx'
import { Cell } from '#ui/display/table.tsx'
import { classes } from '#ui/controls/classes.ts'
import { count, exactRupees } from '#ui/format.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { FigureTiles } from '../../kit/fact.tsx'
import { ListTable } from '../../kit/list/list-table.tsx'
import { Bar } from '../../kit/plot/bar-table.tsx'
import { TextLink } from '../../kit/text-link.tsx'

/** The places of a category by what became of them; a test's count as free, as its order ends. */
const placesOf = (category: CategoryListRow) => {
  const { totalTickets: total, held, underReview, ticketsKept: kept, ticketsGiven: guests, ticketsTested } = category
  const sold = category.ticketsSold - ticketsTested
  return { total, sold, held, underReview, kept, guests, free: Math.max(0, total - sold - held - underReview - kept) }
}

/** What a zone’s bar shows, from its left; what is left of it is free. */
const states = [
  { of: 'sold', name: 'Sold', look: 'bg-ink' },
  { of: 'underReview', name: 'To decide', look: 'bg-accent' },
  { of: 'held', name: 'Held', look: 'bg-info' },
  { of: 'kept', name: 'Off sale', look: 'bg-control' },
] as const

export function Places({ id, categories }: { id: string; categories: readonly CategoryListRow[] }) {
  const zones = categories.map((category) => ({ ...category, places: placesOf(category) }))
  const sum = (of: keyof ReturnType<typeof placesOf>): number => zones.reduce((all, { places }) => all + places[of], 0)
  if (zones.length === 0)
    return (
      <Empty
        level="h3"
        className="py-4!"
        title="No ticket categories yet"
        way={{ to: paths.adminEventTickets(id), label: 'Tickets & prices', small: true }}
      >
        A concert has places when it has a ticket category.
      </Empty>
    )
  const seats = paths.adminEventSeats(id)
  const tile = (label: string, of: keyof ReturnType<typeof placesOf>, to: string) => ({
    ...{ label, to, value: count(sum(of)) },
    remark: of === 'sold' ? `of ${count(sum('total'))}` : undefined,
  })
  return (
    <>
      <FigureTiles
        className="mt-2"
        figures={[
          tile('Sold', 'sold', withQuery(paths.adminEventBookings(id), { status: 'completed' })),
          tile('Free', 'free', seats),
          tile('Held by customers', 'held', seats),
          tile('To decide', 'underReview', withQuery(paths.adminEventOrders(id), { status: 'pending' })),
        ]}
      />
      <ul aria-hidden="true" className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-1 text-muted">
        {[...states, { name: 'Free', look: 'bg-sunk' }].map(({ name, look }) => (
          <li key={name} className="flex items-center gap-1.5">
            <i className={classes('size-3 border border-rule-strong', look)} />
            {name}
          </li>
        ))}
      </ul>
      <ListTable
        className="mt-1"
        caption="Places by zone"
        columns={[
          'Zone',
          { head: 'Price', number: true, deskOnly: true },
          { head: 'Sold', number: true },
          { head: 'Of them guests', number: true, deskOnly: true },
          { head: 'Held', number: true, deskOnly: true },
          { head: 'To decide', number: true, deskOnly: true },
          { head: 'Off sale', number: true },
          { head: 'Free', number: true },
        ]}
      >
        {zones.map(({ places, ...zone }) => (
          <tr key={zone.id}>
            <Cell>
              <Link className="link" to={zone.standing ? seats : withQuery(seats, { category: zone.id })}>
                {zone.name}
              </Link>
              <span className="mt-1 block">
                <Bar all={places.total} parts={states.map(({ of, look }) => ({ size: places[of], look }))} />
              </span>
            </Cell>
            <Cell number deskOnly>
              {exactRupees(zone.price)}
            </Cell>
            <Cell number>
              {count(places.sold)} of {count(places.total)}
            </Cell>
            <Cell number deskOnly>
              {places.guests > 0 ? <TextLink to={paths.adminEventGuests(id)}>{count(places.guests)}</TextLink> : 0}
            </Cell>
            <Cell number deskOnly>
              {count(places.held)}
            </Cell>
            <Cell number deskOnly>
              {count(places.underReview)}
            </Cell>
            <Cell number>{count(places.kept)}</Cell>
            <Cell number>{count(places.free)}</Cell>
          </tr>
        ))}
      </ListTable>
    </>
  )
}
