import { useState } from 'react'
import { listCategories, readLayouts } from '#shop/catalogue/admin/categories-admin.api.ts'
import { categorySorts } from '#shop/catalogue/admin/category-rows.ts'
import { readEventRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { formatDay } from '#platform/time/ist.ts'
import { ok } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { RemovableChip } from '#ui/controls/chip.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { toast } from '#ui/toast.tsx'
import { useConcert } from '../kit/concert.ts'
import { concertOf } from '../kit/concerts/concert-choice.ts'
import { ListFilters, ListFrame, useRows } from '../kit/list/list-frame.tsx'
import { PageHead } from '../kit/list/list-parts.tsx'
import { useListState, type Sort } from '../kit/list/list-state.ts'
import { actionsColumn, type Column, ListTable } from '../kit/list/list-table.tsx'
import { leaveOrAsk } from '../kit/unsaved-work.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { AddCategory } from './add-category.tsx'
import { CategoryRow } from './category-row.tsx'

const oldest: Sort = { column: 'created_at', ascending: true }

const columns: readonly Column[] = [
  { head: 'Ticket', sort: 'name' },
  { head: 'Event', sort: 'singer_name', deskOnly: true },
  { head: 'Date', sort: 'date', deskOnly: true },
  { head: 'Price', sort: 'price', first: 'descending', number: true },
  { head: 'Sold', sort: 'tickets_sold', first: 'descending', number: true },
  actionsColumn,
]

/** What a concert's own page does not repeat in each row: which concert it is. */
const isOfConcert = ({ head }: Column): boolean => head !== 'Event' && head !== 'Date'

export function TicketCategoriesRoute() {
  usePageTitle('Tickets', 'admin')
  const list = useListState(categorySorts, oldest)
  const concert = useConcert()
  const eventId = concert?.id ?? list.get('event')
  const categories = useRows(list, {
    filter: eventId ?? '',
    message: 'Error fetching data',
    load: (query) => listCategories(query, eventId),
  })
  const named = useLoaded(concert ? '' : (eventId ?? ''), () =>
    eventId ? readEventRow(eventId) : Promise.resolve(ok(null)),
  )
  const layouts = useLoaded('layouts', readLayouts, {
    onFailure: () => toast.error('Error fetching layouts', { id: 'layouts' }),
  })
  const [adding, setAdding] = useState(false)

  const shown = concert ? concert.event : eventId && named.current ? named.value : null

  const eventName = shown ? `${shown.singerName}, ${shown.city}, ${formatDay(shown.date)}` : 'One event'
  return (
    <>
      <PageHead title="Tickets">
        <Button
          kind={adding ? 'line' : 'solid'}
          small
          aria-expanded={adding}
          onClick={() => (adding ? leaveOrAsk(() => setAdding(false)) : setAdding(true))}
        >
          {adding ? 'Close the form' : 'Add Ticket Category'}
        </Button>
      </PageHead>
      {adding ? (
        <AddCategory
          eventId={eventId ?? ''}
          event={shown ? concertOf(shown) : null}
          layouts={layouts.value ?? []}
          onAdded={() => {
            setAdding(false)
            void categories.reload()
          }}
          onCancel={() => setAdding(false)}
        />
      ) : null}
      <ListFilters list={list} label={concert ? 'Search category' : 'Search category, singer, city or venue'}>
        {eventId && !concert ? (
          <RemovableChip
            label={eventName}
            removeLabel={`Show all events, not only ${eventName}`}
            onRemove={() => list.set({ event: null })}
          />
        ) : null}
      </ListFilters>
      <ListFrame
        list={list}
        rows={categories}
        noun="ticket categories"
        empty="Add the first one with the button above."
      >
        {(page) => (
          <ListTable caption="Ticket categories" list={list} columns={concert ? columns.filter(isOfConcert) : columns}>
            {page.map((category) => (
              <CategoryRow
                key={category.id}
                inConcert={concert !== null}
                category={category}
                layouts={layouts.value ?? []}
                onChanged={categories.reload}
              />
            ))}
          </ListTable>
        )}
      </ListFrame>
    </>
  )
}
