import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { sectionsOf, type SectionNames, type TicketCategory } from '#shop/catalogue/catalogue.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { zonedMap, type SeatMapSeat } from '#shop/seats/seat-map.ts'
import { formatSeatsOneByOne, spokenSeat } from '#shop/seats/seat-names.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/controls/button.tsx'
import { ago, rupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'
import { SeatMapView, type SeatWords } from '#ui/seat-map/seat-map-view.tsx'
import { toast } from '#ui/toast.tsx'
import { useNow } from '#ui/hooks/use-time.ts'
import { useToastWhen } from '#ui/hooks/use-toast-when.ts'
import { terms } from '#ui/terms.ts'
import { useCart } from '../../cart/cart-state.ts'
import { keepChosen, keptChosen } from './kept-choice.ts'
import { SeatBasket } from './seat-basket.tsx'
import {
  chooseBest,
  chosenAgain,
  pressSeat,
  putAway,
  removeSeat,
  applyAvailability,
  takeInstead,
  type Refusal,
  type SeatChoice,
  type SeatHall,
} from '#shop/seats/seat-choice.ts'
import { SeatsFailed, whyStale } from '../seats-failed.tsx'
import { SeatLegend } from './seat-legend.tsx'
import { SeatListView } from './seat-list-view.tsx'
import { SeatsLoading } from '../seats-loading.tsx'
import { useLiveSeats, type LiveSeats } from './use-live-seats.ts'

interface SeatPickerBodyProps {
  category: TicketCategory
  /** The event's, for its local tax. */
  state: string | null
  already?: readonly string[]
  changing?: readonly string[]
  onWait?: ((seats: number) => void) | undefined
  onAdd: (seats: string[]) => void
}

export function SeatPickerBody(props: SeatPickerBodyProps) {
  const { category } = props
  const live = useLiveSeats(category.id)
  const { snapshot, failure } = live
  useToastWhen(failure !== null && snapshot === null, () => toast.error(t('seats.error'), { id: 'seats-error' }))

  if (snapshot) return <Chooser {...props} live={live} />
  if (!failure) return <SeatsLoading />
  return <SeatsFailed failure={failure} busy={live.busy} retry={live.refresh} />
}

function Chooser({
  category,
  state,
  already,
  changing,
  onWait,
  onAdd,
  live,
}: SeatPickerBodyProps & { live: LiveSeats }) {
  const cart = useCart()
  // The seats of a line being changed are part of the choice.
  const inCart =
    changing === undefined
      ? (already ?? cart.items.filter((item) => item.categoryId === category.id).flatMap((item) => item.seats))
      : []
  const inCartKey = inCart.join()
  const map = useMemo(() => zonedMap([category]), [category])
  const { taken } = live.snapshot!
  const most = terms().seatsPerLine
  const hall = useMemo<SeatHall>(
    () => ({ map, taken: new Set(taken), inCart: new Set(inCartKey ? inCartKey.split(',') : []), most }),
    [map, taken, inCartKey, most],
  )

  const [choice, setChoice] = useState<SeatChoice>(() =>
    chosenAgain(changing ?? (already ? [] : keptChosen(category.id)), hall),
  )
  const [reveal, setReveal] = useState<{ seat: string } | null>(null)
  const [asList, setAsList] = useState(false)

  const current = applyAvailability(choice, hall)
  if (current !== choice) setChoice(current)
  const keeps = already === undefined && changing === undefined
  useEffect(() => {
    if (keeps) keepChosen(category.id, current.selected)
  }, [keeps, category.id, current.selected])

  const sections = useMemo(() => sectionsOf(category), [category])
  const noteCause = useAnnouncements(current, sections, category.price, hall.inCart.size)
  const change = (next: SeatChoice): void => {
    noteCause('customer')
    setChoice(next)
  }

  const selected = useMemo(() => new Set(current.selected), [current.selected])
  const lostInCart = useMemo(() => [...hall.inCart].filter((seat) => hall.taken.has(seat)), [hall])
  const lost = useMemo(() => new Set([...current.lost, ...lostInCart]), [current.lost, lostInCart])
  const { name, price } = category
  const describe = useCallback(
    (seat: SeatWords) => t('seats.describe', { ...seat, category: name, price: String(price / 100) }),
    [name, price],
  )
  const onPress = useCallback(
    (seat: string) => {
      noteCause('customer')
      setChoice((was) => pressSeat(applyAvailability(was, hall), hall, seat))
    },
    [noteCause, hall],
  )
  const choose = (next: SeatChoice, show?: string): void => {
    change(next)
    if (show) setReveal({ seat: show })
  }

  const parts = useMemo(() => {
    const some = (is: (seat: SeatMapSeat) => boolean) =>
      map.sections.some(({ rows }) => rows.some(({ seats }) => seats.some((seat) => seat !== null && is(seat))))
    return { wheelchair: some((seat) => seat.wheelchair), blocked: some((seat) => seat.blocked) }
  }, [map])

  const turn = (
    <Button kind="bare" small onClick={() => setAsList(!asList)}>
      {t(asList ? 'seats.view.map' : 'seats.view.list')}
    </Button>
  )
  return (
    <div className="seats-frame flex min-h-0 flex-1 flex-col desk:flex-row">
      <div className="seats-room flex min-h-0 min-w-0 flex-1 flex-col">
        {asList ? (
          <>
            <SeatListView
              hall={hall}
              choice={current}
              label={t('seats.list', { category: name })}
              describe={describe}
              onPress={onPress}
            />
            <div className="bg-sunk px-6 pt-1.5 pb-3 max-desk:hidden">{turn}</div>
          </>
        ) : (
          <SeatMapView
            map={map}
            label={t('seats.grid', { category: name })}
            taken={hall.taken}
            selected={selected}
            inCart={hall.inCart}
            lost={lost}
            describe={describe}
            onPress={onPress}
            reveal={reveal}
            legend={<SeatLegend {...parts} tint={1} inCart={hall.inCart.size > 0} lost={lost.size > 0} />}
            aside={<span className="max-desk:hidden">{turn}</span>}
          />
        )}
      </div>
      <SeatBasket
        hall={hall}
        choice={current}
        sections={sections}
        lostInCart={lostInCart}
        changing={changing !== undefined}
        aside={<span className="-my-2.5 desk:hidden">{turn}</span>}
        price={price}
        free={category.free}
        state={state}
        onWait={onWait}
        refusal={current.refusal && wordsOf(current.refusal, sections, hall.inCart.size)}
        onBest={(n) => {
          const next = chooseBest(current, hall, n)
          choose(next, next.refusal ? undefined : next.selected[0])
        }}
        onRemove={(seat) => change(removeSeat(current, seat))}
        onPutAway={(seat) => change(putAway(current, seat))}
        onInstead={(seat, instead) => choose(takeInstead(current, hall, seat, instead), instead)}
        onAdd={() => {
          if (current.selected.length > 0) onAdd([...current.selected])
        }}
      >
        {live.failure && <Stale failure={live.failure} at={live.snapshot!.at} />}
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

function wordsOf(refusal: Refusal, sections: SectionNames | null, inCart: number): string {
  switch (refusal.kind) {
    case 'limit':
      return t('seats.limit', { inCart })
    case 'limit-best':
      return t('seats.limit.best', { n: refusal.n, inCart })
    case 'sold':
      return t('seats.isSold', { name: spokenSeat(refusal.seat, sections) })
    case 'in-cart':
      return t('seats.isInCart', { name: spokenSeat(refusal.seat, sections) })
    case 'none-together':
      return t('seats.best.none', refusal)
  }
}

/** Announces each change once. Call the returned function when the next change is the customer's. */
function useAnnouncements(choice: SeatChoice, sections: SectionNames | null, price: number, inCart: number) {
  const list = (seats: readonly string[]): string[] => formatSeatsOneByOne({ seats, sections })
  const before = useRef(choice)
  const cause = useRef<'customer' | null>(null)
  useEffect(() => {
    const last = before.current
    before.current = choice
    const byCustomer = cause.current === 'customer'
    cause.current = null
    const newlyLost = choice.lost.filter((seat) => !last.lost.includes(seat))
    if (newlyLost.length > 0) {
      announce(
        [t('seats.lost', { names: list(newlyLost) }), choice.selected.length > 0 && t('seats.lost.rest')]
          .filter(Boolean)
          .join(' '),
      )
    } else if (choice.refusal && byCustomer) {
      announce(wordsOf(choice.refusal, sections, inCart))
    } else if (byCustomer && last.selected !== choice.selected) {
      announce(t('seats.selection', { names: list(choice.selected), total: rupees(price * choice.selected.length) }))
    }
  })
  return useCallback((who: 'customer'): void => {
    cause.current = who
  }, [])
}
