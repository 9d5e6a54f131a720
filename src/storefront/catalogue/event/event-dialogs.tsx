import { Suspense, lazy, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import {
  buyableCategories,
  cheapestCategory,
  isSelling,
  sectionsOf,
  type CatalogueEvent,
} from '#shop/catalogue/catalogue.ts'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import { t } from '#ui/messages/messages.ts'
import { SEATS_QUERY, WAITING_QUERY, paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { useGoBack } from '#ui/hooks/use-go-back.ts'
import { cart } from '../../cart/cart-state.ts'
import { DialogFrame } from './dialog-frame.tsx'
import { keepChosen } from '../../seats/picker/kept-choice.ts'
import type { Chosen } from '../../seats/picker/use-hall-choice.ts'
import { SeatPicker, preloadSeatPicker } from '../../seats/picker/seat-picker.tsx'

const loadMiniCart = () => import('../../cart/mini-cart.tsx')
const MiniCart = lazy(async () => ({ default: (await loadMiniCart()).MiniCart }))
const JoinDialog = lazy(async () => ({ default: (await import('../../waiting/join-dialog.tsx')).JoinDialog }))
const LayoutView = lazy(async () => ({ default: (await import('../../seats/layout-view.tsx')).LayoutView }))

export interface OverEvent {
  over?: 'seats' | 'layout' | 'cart' | 'waiting'
  /** Of a waiting list: how many seats were wanted together. */
  seats?: number
}

export function prefetch(standing: boolean): void {
  preloadSeatPicker(standing)
  void loadMiniCart().catch(() => undefined)
}

/**
 * Opens seat picker, mini cart, layout and waiting list. Each has its own history entry above the page's, so Back
 * closes it.
 */
export function EventDialogs({ event, onDevice, now }: { event: CatalogueEvent; onDevice: boolean; now: number }) {
  const navigate = useNavigate()
  const close = useGoBack()
  const { key, state } = useLocation()
  const search = useSearchParams()[0]
  const wanted = search.get(SEATS_QUERY)
  const waitedFor = event.categories.find(({ id }) => id === search.get(WAITING_QUERY))
  const { over, seats: people = 1 } = (state as OverEvent | null) ?? {}
  const page = paths.event(event.id)
  const category = event.categories.find(({ id }) => id === wanted) ?? cheapestCategory(event, now)
  const openable = category !== undefined && isSelling(event, category, now)

  // Opened by its address: inserts an entry for the page below it.
  const settled = useRef('')
  useEffect(() => {
    if (over || (wanted === null && !waitedFor) || settled.current === key) return
    settled.current = key
    void navigate(page, { replace: true })
    if (waitedFor)
      void navigate(paths.waiting(event.id, waitedFor.id), { state: { over: 'waiting' } satisfies OverEvent })
    else if (openable)
      void navigate(paths.seats(event.id, category.id), { state: { over: 'seats' } satisfies OverEvent })
  })

  const change = (to: string, own: OverEvent): void => void navigate(to, { replace: true, state: own })

  const add = (chosen: Chosen[]): void => {
    const lines = chosen.map((line) => ({ ...line, ...cart.add(event, line.category, line.seats) }))
    const left = lines.filter((line) => line.left.length > 0)
    for (const { left: seats, category: of } of left)
      toast.error(t('seats.leftOut', { seats: saidSeats({ seats, sections: sectionsOf(of) }).list }))
    if (left.length > 0 && lines.every(({ added }) => added.length === 0)) return
    toast.success(t('event.added'))
    for (const line of lines) keepChosen(line.category.id, [])
    change(page, { over: 'cart' })
  }

  return (
    <>
      {over === 'seats' && category && (
        <SeatPicker
          event={event}
          category={category}
          others={buyableCategories(event, now)}
          onCategory={(id) => change(paths.seats(event.id, id), { over: 'seats' })}
          waiting={!onDevice}
          onWait={(of, seats) => change(paths.waiting(event.id, of.id), { over: 'waiting', seats })}
          onClose={close}
          onAdd={add}
        />
      )}
      {over === 'layout' && (
        <Suspense fallback={<DialogFrame over="layout" standing={false} />}>
          <LayoutView event={event} waiting={!onDevice} onClose={close} />
        </Suspense>
      )}
      <Suspense>
        {over === 'waiting' && waitedFor && (
          <JoinDialog
            event={event}
            category={waitedFor}
            seats={people}
            onChoose={() => change(paths.seats(event.id, waitedFor.id), { over: 'seats' })}
            onClose={close}
          />
        )}
        {over === 'cart' && <MiniCart onClose={close} />}
      </Suspense>
    </>
  )
}
