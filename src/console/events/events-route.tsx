import { useMemo, useState } from 'react'
import { useMay } from '#account/session/use-may.ts'
import { eventSorts, listEvents, type Publicity, type EventWhen } from '#shop/catalogue/admin/events-admin.api.ts'
import { readEventNets } from '#shop/settlement/settlement.api.ts'
import { readSingerNames } from '#shop/catalogue/admin/singers-admin.api.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { FilterChips, ListFilters, ListFrame, useRows } from '../kit/list/list-frame.tsx'
import { ListFailure, PageHead } from '../kit/list/list-parts.tsx'
import { useListState, type Sort } from '../kit/list/list-state.ts'
import { actionsColumn, type Column, ListTable } from '../kit/list/list-table.tsx'
import { leaveOrAsk } from '../kit/unsaved-work.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { AddEvent } from './add-event.tsx'
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
  const singers = useLoaded('singers', readSingerNames, {
    onFailure: () => toast.error('Error fetching data', { id: 'Error fetching data' }),
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
  const [adding, setAdding] = useState(false)

  const cities = useMemo(() => [...new Set(events.value?.rows.map((event) => event.city) ?? [])].sort(), [events.value])
  const names = singers.value ?? []
  const noSingers = singers.value?.length === 0

  return (
    <>
      <PageHead title="Events">
        {may('events') ? (
          <>
            <ButtonLink small to={paths.adminNewConcert}>
              New concert
            </ButtonLink>
            <Button
              kind="line"
              small
              aria-expanded={adding}
              disabled={!singers.value || noSingers}
              onClick={() => (adding ? leaveOrAsk(() => setAdding(false)) : setAdding(true))}
            >
              {adding ? 'Close the form' : 'Add Event'}
            </Button>
          </>
        ) : null}
      </PageHead>
      {noSingers && may('events') ? (
        <Note kind="info" className="mt-4">
          <p>An event needs a singer, and there are none yet.</p>
          <ButtonLink kind="line" small className="mt-2" to={paths.adminSingers}>
            Add a singer
          </ButtonLink>
        </Note>
      ) : null}
      {adding ? (
        <AddEvent
          singers={names}
          cities={cities}
          onAdded={() => {
            setAdding(false)
            void events.reload()
          }}
          onCancel={() => setAdding(false)}
        />
      ) : null}
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
      {singers.failure && !events.failure ? (
        <ListFailure message="Error fetching data" failure={singers.failure} onRetry={singers.reload} />
      ) : null}
      <ListFrame
        list={list}
        rows={events}
        noun={when === 'all' ? 'events' : `${when} events`}
        empty={
          publicity !== 'all'
            ? 'None is in this state.'
            : when === 'past'
              ? 'No event has taken place yet.'
              : 'Add the first one with the button above.'
        }
        onRetry={() => {
          void events.reload()
          void singers.reload()
        }}
      >
        {(page) => (
          <ListTable caption="Events" list={list} columns={columns}>
            {page.map((event) => (
              <EventRow
                key={event.id}
                event={event}
                singers={names}
                cities={cities}
                net={nets.value?.get(event.id)}
                onChanged={events.reload}
              />
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
