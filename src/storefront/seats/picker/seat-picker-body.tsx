import { useCallback, useMemo, useState } from 'react'
import type { CatalogueEvent, TicketCategory } from '#shop/catalogue/catalogue.ts'
import type { Failure } from '#platform/failure/failure.ts'
import type { SeatMapSeat } from '#shop/seats/seat-map.ts'
import { standingPlaces } from '#shop/seats/standing.ts'
import { Button } from '#ui/controls/button.tsx'
import { ago } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'
import { SeatMapView, type SeatWords } from '#ui/seat-map/seat-map-view.tsx'
import { tintOf } from '#ui/seat-map/theme-colours.ts'
import { toast } from '#ui/toast.tsx'
import { useNow } from '#ui/hooks/use-time.ts'
import { useToastWhen } from '#ui/hooks/use-toast-when.ts'
import { keepChosen, keptChosen } from './kept-choice.ts'
import { SeatBasket } from './seat-basket.tsx'
import { chooseBest, pressSeat, putAway, removeSeat, takeInstead, type SeatChoice } from '#shop/seats/seat-choice.ts'
import { SeatsFailed, whyStale } from '../seats-failed.tsx'
import { namesOf, refusalOf, useAnnouncements } from '../seat-words.ts'
import { SeatLegend } from './seat-legend.tsx'
import { SeatListView } from './seat-list-view.tsx'
import { SeatsLoading } from '../seats-loading.tsx'
import { StandingArea } from './standing-area.tsx'
import { useHallChoice, type Chosen, type Zone } from './use-hall-choice.ts'
import { useLiveSeats, type LiveSeats } from './use-live-seats.ts'
import { ZoneChips } from './zone-chips.tsx'

interface SeatPickerBodyProps {
  /** Categories of one layout, or a single one. */
  categories: readonly TicketCategory[]
  /** Standing zones beside them. */
  areas: readonly TicketCategory[]
  /** The one in question; another of those offered may be asked for. */
  category: TicketCategory
  offered: readonly TicketCategory[]
  onCategory?: ((id: string) => void) | undefined
  /** The event's, for its local tax. */
  state: CatalogueEvent['state']
  /** Wheelchair places are open to all. */
  open: boolean
  already?: readonly string[] | undefined
  changing?: readonly string[] | undefined
  onWait?: ((category: TicketCategory, seats: number) => void) | undefined
  onAdd: (chosen: Chosen[]) => void
}

const SEAT_TICK_MS = 8

export function SeatPickerBody(props: SeatPickerBodyProps) {
  const { categories, category } = props
  // Seats may be chosen in any zone: what is kept of them is watched as closely as the zone in question.
  const near = categories.filter((one) => one.id === category.id || keptChosen(one.id).length > 0)
  const live = useLiveSeats(
    categories.map(({ id }) => id),
    near.map(({ id }) => id),
  )
  const { snapshots, failure } = live
  const known = snapshots.has((categories.find(({ id }) => id === category.id) ?? categories[0]!).id)
  useToastWhen(failure !== null && !known, () => toast.error(t('seats.error'), { id: 'seats-error' }))

  if (known) return <Chooser {...props} live={live} />
  if (!failure) return <SeatsLoading />
  return <SeatsFailed failure={failure} busy={live.busy} retry={live.refresh} />
}

function Chooser(props: SeatPickerBodyProps & { live: LiveSeats }) {
  const { categories, areas, category, offered, onCategory, state, changing, onWait, onAdd, live } = props
  const { map, zones, taken, selected, inCart, zoneOf, choose } = useHallChoice(categories, live.snapshots, props)
  const at = Math.max(
    0,
    categories.findIndex(({ id }) => id === category.id),
  )
  const shown = zones[at]!
  const [reveal, setReveal] = useState<{ seat: string } | null>(null)
  const [go, setGo] = useState({ zone: at })
  const [asList, setAsList] = useState(false)
  const [people, setPeople] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(
      areas.map(({ id }) => [id, Math.max(keptChosen(id).length, id === category.id ? 1 : 0)] as const),
    ),
  )
  const standing = areas.map((area) => ({ category: area, people: people[area.id] ?? 0 }))

  const sections = useMemo(() => namesOf(categories), [categories])
  const chosen: Chosen[] = [
    ...zones.map((zone) => ({ category: zone.category, seats: [...zone.choice.selected] })),
    ...standing.map((area) => ({ category: area.category, seats: standingPlaces(area.people) })),
  ].filter(({ seats }) => seats.length > 0)
  const sum = chosen.reduce((total, { category: { price }, seats }) => total + price * seats.length, 0)
  const noteCause = useAnnouncements(zones, sections, sum)
  const change = (zone: number, next: (was: Zone) => SeatChoice): void => {
    noteCause()
    choose(zone, next)
  }
  // A press in another zone makes it the one in question; a press on its chip goes there, too.
  const turnTo = (zone: number): void => {
    const { id } = categories[zone]!
    if (id !== category.id) onCategory?.(id)
  }
  const turnToCategory = (id: string): void => {
    const zone = categories.findIndex((one) => one.id === id)
    if (zone >= 0) setGo({ zone })
    if (id !== category.id) onCategory?.(id)
  }

  const lostInCart = useMemo(() => [...inCart].filter((seat) => taken.has(seat)), [inCart, taken])
  const lost = useMemo(
    () => new Set([...zones.flatMap(({ choice }) => choice.lost), ...lostInCart]),
    [zones, lostInCart],
  )
  const describe = useCallback(
    ({ zone, ...seat }: SeatWords) => {
      const { name, price } = categories[zone]!
      return t('seats.describe', { ...seat, category: name, price: String(price / 100) })
    },
    [categories],
  )
  const onPress = (seat: string): void => {
    const zone = zoneOf(seat)
    // A finger covers the seat that it chose.
    navigator.vibrate?.(SEAT_TICK_MS)
    turnTo(zone)
    change(zone, ({ choice, hall }) => pressSeat(choice, hall, seat))
  }

  const parts = useMemo(() => {
    const some = (is: (seat: SeatMapSeat) => boolean) =>
      map.sections.some(({ rows }) => rows.some(({ seats }) => seats.some((seat) => seat !== null && is(seat))))
    return {
      wheelchair: some((seat) => seat.wheelchair),
      companion: some((seat) => seat.companionOf !== undefined),
      blocked: some((seat) => seat.blocked),
    }
  }, [map])
  const left = new Map(
    zones
      .filter((zone) => live.snapshots.has(zone.category.id))
      .map(({ category: { id }, hall }) => [id, Math.max(0, hall.map.total - hall.taken.size)]),
  )

  const turn = (
    <Button kind="bare" small onClick={() => setAsList(!asList)}>
      {t(asList ? 'seats.view.map' : 'seats.view.list')}
    </Button>
  )
  const name = categories.length > 1 ? (category.layout?.name ?? shown.category.name) : shown.category.name
  return (
    <div className="seats-frame flex min-h-0 flex-1 flex-col desk:flex-row">
      <div className="seats-room flex min-h-0 min-w-0 flex-1 flex-col">
        {offered.length > 1 && onCategory && (
          <ZoneChips
            offered={offered}
            shown={category}
            zones={categories}
            left={left}
            onCategory={turnToCategory}
            onWhole={categories.length > 1 ? () => setGo({ zone: -1 }) : undefined}
          />
        )}
        {standing.map((area) => (
          <StandingArea
            key={area.category.id}
            {...area}
            onPeople={(n) => {
              setPeople({ ...people, [area.category.id]: n })
              keepChosen(area.category.id, standingPlaces(n))
            }}
          />
        ))}
        {asList ? (
          <>
            <SeatListView zones={zones} describe={describe} onPress={onPress} />
            <div className="bg-sunk px-6 pt-1.5 pb-3 max-desk:hidden">{turn}</div>
          </>
        ) : (
          <SeatMapView
            map={map}
            label={t('seats.grid', { category: name })}
            taken={taken}
            selected={selected}
            inCart={inCart}
            lost={lost}
            describe={describe}
            onPress={onPress}
            reveal={reveal}
            go={go}
            onZone={turnTo}
            legend={<SeatLegend {...parts} tint={tintOf(at)} inCart={inCart.size > 0} lost={lost.size > 0} />}
            aside={<span className="max-desk:hidden">{turn}</span>}
          />
        )}
      </div>
      <SeatBasket
        zones={zones}
        shown={shown}
        chosen={chosen}
        sections={sections}
        lostInCart={lostInCart}
        changing={changing !== undefined}
        aside={<span className="-my-2.5 desk:hidden">{turn}</span>}
        sum={sum}
        state={state}
        onWait={onWait && ((seats) => onWait(shown.category, seats))}
        refusal={refusalOf(zones, sections)}
        onBest={(n) => {
          const next = chooseBest(shown.choice, shown.hall, n)
          change(at, () => next)
          if (!next.refusal) setReveal({ seat: next.selected[0]! })
        }}
        onRemove={(seat) => change(zoneOf(seat), ({ choice, hall }) => removeSeat(choice, hall, seat))}
        onPutAway={(seat) => change(zoneOf(seat), ({ choice }) => putAway(choice, seat))}
        onInstead={(seat, instead) => {
          change(zoneOf(seat), ({ choice, hall }) => takeInstead(choice, hall, seat, instead))
          setReveal({ seat: instead })
        }}
        onAdd={() => {
          if (chosen.length > 0) onAdd(chosen)
        }}
      >
        {live.failure && <Stale failure={live.failure} at={live.snapshots.get(shown.category.id)!.at} />}
      </SeatBasket>
    </div>
  )
}

function Stale({ failure, at }: { failure: Failure; at: number }) {
  const now = useNow(30_000)
  return (
    <Note kind="warn" role="status">
      {whyStale(failure, navigator.onLine, ago(at, now))}
    </Note>
  )
}
