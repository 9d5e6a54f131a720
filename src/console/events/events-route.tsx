import { useMay } from '#account/session/use-may.ts'
import { eventSorts, listEvents, type Publicity, type EventWhen } from '#shop/catalogue/admin/events-admin.api.ts'
import { readEventNets } from '#shop/settlement/settlement.api.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { FilterChips, ListFilters, ListFrame, useRows } from '../kit/list/list-frame.tsx'
import { PageHead } from '../kit/list/list-parts.tsx'
import { useListState, type Sort } from '../kit/list/list-state.ts'
import { actionsColumn, type Column, ListTable } from '../kit/list/list-table.tsx'
import { TextLink } from '../kit/text-link.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { EventRow } from './event-row.tsx'

const soonest: Sort = { column: 'date', ascending: true }
const latest: Sort = { column: 'date', ascending: false }
const whens: { value: EventWhen; label: string }[] = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
  { value: 'all', label: 'All' },
]

const publicities: { value: Publicity | 'all'; label: string }[] = [
  { value: 'all', label: 'Any state' },
  { value: 'draft', label: 'Draft' },
  { value: 'published', label: 'Published' },
  { value: 'paused', label: 'Paused' },
]

const columns: readonly Column[] = [
  { head: 'Date', sort: 'date' },
  { head: 'Singer', sort: 'singer_name' },
  { head: 'Place', sort: 'city', deskOnly: true },
  { head: 'State', deskOnly: true },
  { head: 'Sold', sort: 'tickets_sold', first: 'descending', number: true, deskOnly: true },
  actionsColumn,
]

const noneYet = (
  <>
    Singer, hall and prices are one form: <TextLink to={paths.adminNewConcert}>add a concert</TextLink>.
  </>
)

export function EventsRoute() {
  usePageTitle('Events', 'admin')
  const when = useWhen()
  const list = useListState(eventSorts, when === 'past' ? latest : soonest)
  const publicity = publicities.find(({ value }) => value === list.get('state'))?.value ?? 'all'
  const events = useRows(list, {
    filter: `${when} ${publicity}`,
    message: 'Error fetching data',
    load: (query) => listEvents(query, when, new Date(), publicity),
  })
  const ids = events.value?.rows.map(({ id }) => id) ?? []
  // After the list, which does not wait for sums; a failure leaves them out.
  const may = useMay()
  const nets = useLoaded(
    ids.length === 0 || !may('payments') ? '' : `nets ${ids.join()} ${events.at}`,
    () => readEventNets(ids),
    {
      list: 'nets',
    },
  )
  return (
    <>
      <PageHead title="Events">
        {may('events') ? (
          <ButtonLink small to={paths.adminNewConcert}>
            New concert
          </ButtonLink>
        ) : null}
      </PageHead>
      <ListFilters list={list} label="Search singer, city or venue">
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <FilterChips
            label="When"
            choices={whens}
            value={when}
            onChoose={(chosen) => list.set({ when: chosen === 'upcoming' ? null : chosen, sort: null })}
          />
          <FilterChips
            label="State"
            choices={publicities}
            value={publicity}
            onChoose={(chosen) => list.set({ state: chosen === 'all' ? null : chosen })}
          />
        </div>
      </ListFilters>
      <ListFrame
        list={list}
        rows={events}
        noun={when === 'all' ? 'events' : `${when} events`}
        empty={
          publicity !== 'all' ? 'None is in this state.' : when === 'past' ? 'No event has taken place yet.' : noneYet
        }
      >
        {(page) => (
          <ListTable caption="Events" list={list} columns={columns}>
            {page.map((event) => (
              <EventRow key={event.id} event={event} net={nets.value?.get(event.id)} onChanged={events.reload} />
            ))}
          </ListTable>
        )}
      </ListFrame>
    </>
  )
}

function useWhen(): EventWhen {
  const list = useListState(eventSorts, soonest)
  const text = list.get('when')
  return text === 'past' || text === 'all' ? text : 'upcoming'
}
