import { useMemo, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import {
  addFree,
  countSeats,
  hallOf,
  keptByReason,
  MAX_SEATS_A_CALL,
  ownersByKey,
  pressSeat,
  stillChosen,
  type CategoryOwners,
  type HallSeats,
  type SeatsChosen,
} from '#shop/seats/hall.ts'
import { readEventHall, seatsOfEvent, type EventHall } from '#shop/seats/seats-admin.api.ts'
import { Chip } from '#ui/controls/chip.tsx'
import { Empty } from '#ui/display/note.tsx'
import { count } from '#ui/format.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { usePolling } from '#ui/hooks/use-time.ts'
import { paths } from '#ui/paths.ts'
import { SeatMapView } from '#ui/seat-map/seat-map-view.tsx'
import { together, useLoaded } from '../kit/use-loaded.ts'
import { HallLegend, HallList } from './hall-list.tsx'
import { SeatPanel } from './seat-panel.tsx'
import { describeSeat } from './seat-words.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { copyText } from '../kit/fact.tsx'
import { PageHead } from '../kit/list/list-parts.tsx'
import { WhenLoaded } from '../kit/list/when-loaded.tsx'

const REFRESH_EVERY_MS = 15_000

const noSeats: ReadonlySet<string> = new Set()

export function SeatsRoute() {
  usePageTitle('Seats', 'admin')
  const { eventId = '' } = useParams()
  const hall = useLoaded(`hall ${eventId}`, () => readEventHall(eventId))
  const seats = useLoaded(`seats ${eventId}`, () => seatsOfEvent(eventId), { list: eventId })
  usePolling(seats.reload, REFRESH_EVERY_MS)

  return (
    <>
      <PageHead title="Seats">
        <ButtonSnippet eventId={eventId} />
      </PageHead>
      <WhenLoaded of={together({ hall, seats })} message="Error loading the seats">
        {(loaded) => (
          <>
            {loaded.hall.standing.map(({ id, name, total, sold }) => (
              <p key={id} className="mb-3 text-2 tabular-nums">
                {name}: standing places, {count(sold)} of {count(total)} sold. They have no seats to choose or keep.
              </p>
            ))}
            {loaded.hall.categories.length > 0 ? (
              <Hall key={eventId} hall={loaded.hall} seats={loaded.seats} onChanged={seats.reload} />
            ) : loaded.hall.standing.length > 0 ? null : (
              <Empty title="No ticket categories yet">An event has seats when it has a ticket category.</Empty>
            )}
          </>
        )}
      </WhenLoaded>
    </>
  )
}

function Hall({ hall, seats, onChanged }: { hall: EventHall; seats: HallSeats; onChanged: () => Promise<unknown> }) {
  const [params, setParams] = useSearchParams()
  const asList = params.get('view') === 'list'
  const shown = hall.categories.find(({ id }) => id === params.get('category')) ?? null
  const set = (name: string, value: string | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === null) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )

  const map = useMemo(() => hallOf(shown ? [shown] : hall.categories, hall.order), [hall, shown])
  const owners = useMemo(() => ownersByKey(seats), [seats])
  const [choice, setChoice] = useState<SeatsChosen | null>(null)
  const chosen = useMemo(() => stillChosen(choice, owners), [choice, owners])
  const selected = useMemo(() => (chosen ? new Set(chosen.keys) : noSeats), [chosen])
  const names = useMemo(() => new Map(hall.categories.map(({ id, name }) => [id, name])), [hall])
  const staff = useMemo(() => ({ states: owners, describe: describeSeat }), [owners])
  const counted = seats.categories.filter(({ categoryId }) => !shown || categoryId === shown.id)
  const press = (key: string) => setChoice(pressSeat(chosen, key, owners))

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div role="group" aria-label="Ticket category" className="flex flex-wrap gap-2">
          {hall.categories.length > 1 ? (
            <Chip on={!shown} onClick={() => set('category', null)}>
              All
            </Chip>
          ) : null}
          {hall.categories.map(({ id, name }) => (
            <Chip
              key={id}
              on={hall.categories.length === 1 || shown?.id === id}
              onClick={() => set('category', hall.categories.length === 1 ? null : id)}
            >
              {name}
              <span className="text-1 tabular-nums">
                {count(countSeats(seats.categories.filter(({ categoryId }) => categoryId === id)).free)} free
              </span>
            </Chip>
          ))}
        </div>
        <div role="group" aria-label="View" className="flex gap-2">
          <Chip on={!asList} onClick={() => set('view', null)}>
            Map
          </Chip>
          <Chip on={asList} onClick={() => set('view', 'list')}>
            List
          </Chip>
        </div>
      </div>
      <HallLegend counts={countSeats(counted)} />
      <div className="mt-4 grid gap-6 desk:grid-cols-[minmax(0,1fr)_320px]">
        <div className="flex h-[min(420px,60dvh)] min-h-[280px] flex-col border border-rule desk:h-[min(640px,calc(100dvh-280px))]">
          {asList ? (
            <HallList
              map={map}
              owners={owners}
              chosen={chosen}
              onPress={press}
              onAddFree={(keys) => setChoice(addFree(chosen, keys))}
            />
          ) : (
            <SeatMapView
              map={map}
              label="Seats of the hall. Use the arrow keys; Enter chooses."
              taken={noSeats}
              selected={selected}
              staff={staff}
              onPress={press}
            />
          )}
        </div>
        <div className="grid content-start gap-6">
          {chosen ? (
            <SeatPanel chosen={chosen} names={names} onChanged={onChanged} onClear={() => setChoice(null)} />
          ) : (
            <p className="text-muted">
              Press a seat to see who sits there. Choose free seats to take them off sale, or those off sale to put them
              back.
            </p>
          )}
          <KeptReasons
            categories={counted}
            onChoose={(keys) => setChoice({ owner: 'kept', keys: keys.slice(0, MAX_SEATS_A_CALL) })}
          />
        </div>
      </div>
    </>
  )
}

/** Lists the seats off sale by reason; a press chooses all seats of one. */
function KeptReasons({
  categories,
  onChoose,
}: {
  categories: readonly CategoryOwners[]
  onChoose: (keys: string[]) => void
}) {
  const reasons = keptByReason(categories)
  if (reasons.length === 0) return null
  return (
    <section aria-labelledby="off-sale-reasons">
      <h2 id="off-sale-reasons" className="head-4">
        Off sale
      </h2>
      <ul className="rows mt-2">
        {reasons.map(({ reason, keys }) => (
          <li key={reason} className="flex items-baseline justify-between gap-3 py-2">
            <span className="min-w-0 break-words">
              {reason} <span className="text-2 text-muted tabular-nums">{count(keys.length)}</span>
            </span>
            <button
              type="button"
              className="link min-h-6 flex-none text-2"
              aria-label={`Choose the seats off sale for ${reason}`}
              onClick={() => onChoose(keys)}
            >
              Choose
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A snippet for the organiser's own page, which shows a button that opens the shop at this event. */
function ButtonSnippet({ eventId }: { eventId: string }) {
  const [open, setOpen] = useState(false)
  const { origin } = globalThis.location
  const snippet = [
    `<a href="${origin}${paths.event(eventId)}" data-mehfil-event="${eventId}">Get tickets</a>`,
    `<script src="${origin}/button.js" async></script>`,
  ].join('\n')
  return (
    <>
      <button type="button" className="link min-h-6" onClick={() => setOpen(true)}>
        Button for your site
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Button for your site"
        size="narrow"
        footer={
          <Button kind="solid" onClick={() => void copyText(snippet)}>
            Copy snippet
          </Button>
        }
      >
        <p>
          Put these two lines into your own page where the button should be. They show a button that opens this event in
          the shop; where scripts are off, a link. Nothing is stored or counted on your page.
        </p>
        <pre
          tabIndex={0}
          aria-label="Snippet"
          className="my-4 rounded-control bg-sunk p-3 font-mono text-2 break-all whitespace-pre-wrap select-all"
        >
          {snippet}
        </pre>
        <p className="text-2 text-muted">
          The link’s text is the button’s. In Hindi or Marathi, write it in that language, or leave it out and give your
          page its lang.
        </p>
      </Dialog>
    </>
  )
}
