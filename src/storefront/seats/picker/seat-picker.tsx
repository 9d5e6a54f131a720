import { Suspense, lazy, useState } from 'react'
import { formatDayNear } from '#platform/time/ist.ts'
import type { CatalogueEvent, TicketCategory } from '#shop/catalogue/catalogue.ts'
import { isOpenToAll } from '#shop/seats/seat-map.ts'
import { Dialog } from '#ui/controls/dialog.tsx'
import { t } from '#ui/messages/messages.ts'
import { SeatsLoading } from '../seats-loading.tsx'
import { SeatsWaiting } from '../seats-waiting.tsx'
import type { Chosen } from './use-hall-choice.ts'
import { perTicket, ZoneChips } from './zone-chips.tsx'
import { cityWords } from '#ui/format.ts'
import { terms } from '#ui/terms.ts'

export interface SeatPickerProps {
  event: CatalogueEvent
  category: TicketCategory
  /** Those that can be bought. Those of the category's layout are chosen on one map. */
  others?: readonly TicketCategory[]
  onCategory?: (id: string) => void
  /** The event, and with it the hall's plan, is not on this device yet. */
  waiting?: boolean
  /** Seats of this category that count toward the limit, in place of those in the cart. */
  already?: readonly string[]
  /** Seats of the line being changed: selected at first, and nothing else counts. */
  changing?: readonly string[]
  /** Leads to the waiting list when no `seats` of the category are to be had, or none together. */
  onWait?: (category: TicketCategory, seats: number) => void
  onClose: () => void
  /** Something of at least one category. The caller stores it and closes. */
  onAdd: (chosen: Chosen[]) => void
}

const load = (): Promise<typeof import('./seat-picker-body.tsx')> => import('./seat-picker-body.tsx')
const Body = lazy(() => load().then(({ SeatPickerBody }) => ({ default: SeatPickerBody })))

const loadStanding = (): Promise<typeof import('./standing-chooser.tsx')> => import('./standing-chooser.tsx')
const Standing = lazy(() => loadStanding().then(({ StandingChooser }) => ({ default: StandingChooser })))

/** Loads the picker ahead. `standing`: with the chooser for standing places. */
export const preloadSeatPicker = (standing = false): void => {
  void load()
  if (standing) void loadStanding().catch(() => undefined)
}

const nothingElse: readonly TicketCategory[] = []

export function SeatPicker(props: SeatPickerProps) {
  const { event, category, others = nothingElse, onCategory, waiting = false, already, changing } = props
  const { onWait, onClose, onAdd } = props
  const offered = useSame(others.includes(category) ? others : [category, ...others])
  const { zones, areas } = hallOf(category, offered)
  const categories = useSame(zones)
  const standing = categories.length === 0
  // oxlint-disable-next-line purity -- the words depend on today
  const now = Date.now()
  return (
    <Dialog
      open
      onClose={onClose}
      size={standing ? 'narrow' : 'seats'}
      title={t(standing ? 'seats.standing.title' : 'seats.title')}
      subtitle={
        <>
          {perTicket(category)}
          <span className="max-desk:hidden">
            {' · '}
            {event.singer.name}, {formatDayNear(event.date, now)}, {cityWords(event.city)}
          </span>
        </>
      }
    >
      <Suspense fallback={<SeatsLoading />}>
        {waiting ? (
          <SeatsWaiting />
        ) : standing ? (
          <>
            {offered.length > 1 && onCategory && (
              <div className="-mx-4 -mt-4 mb-4 desk:-mx-6 desk:-mt-5">
                <ZoneChips offered={offered} shown={category} zones={categories} left={noneKnown} {...{ onCategory }} />
              </div>
            )}
            <Standing
              key={category.id}
              category={category}
              state={event.state}
              onWait={onWait && ((places) => onWait(category, places))}
              onAdd={(places) => onAdd([{ category, seats: places }])}
            />
          </>
        ) : (
          <Body
            key={categories[0]!.layout?.id ?? categories[0]!.id}
            categories={categories}
            areas={areas}
            category={category}
            offered={offered}
            onCategory={onCategory}
            state={event.state}
            open={isOpenToAll(event.date, terms().wheelchairHours, now)}
            already={already}
            changing={changing}
            onWait={onWait}
            onAdd={onAdd}
          />
        )}
      </Suspense>
    </Dialog>
  )
}

const noneKnown: ReadonlyMap<string, number> = new Map()

/** The categories on the map of this one, and the standing zones beside them. A standing one alone has no map. */
function hallOf(
  category: TicketCategory,
  offered: readonly TicketCategory[],
): { zones: readonly TicketCategory[]; areas: readonly TicketCategory[] } {
  const layout = (category.standing ? offered.find((one) => one.layout !== null) : category)?.layout
  if (!layout) return { zones: category.standing ? [] : [category], areas: [] }
  return {
    zones: offered.filter((one) => one.layout?.id === layout.id),
    areas: offered.filter((one) => one.standing),
  }
}

/** Returns the same list while its items are the same: a map is laid out again for a new one. */
function useSame<Item>(list: readonly Item[]): readonly Item[] {
  const [kept, setKept] = useState(list)
  const same = kept.length === list.length && kept.every((item, index) => item === list[index])
  if (!same) setKept(list)
  return same ? kept : list
}
