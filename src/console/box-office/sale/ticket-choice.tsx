import { type Ref, useMemo } from 'react'
import type { DoorCategory } from '#shop/box-office/box-office.api.ts'
import { seatsIn } from '#shop/box-office/door-sale.ts'
import { Note } from '#ui/display/note.tsx'
import { Key } from './key.tsx'
import { lostWords, refusalWords } from './sale-summary.tsx'
import { CategoryRow } from './category-row.tsx'
import type { DoorDraftState } from './use-door-draft.ts'
import type { TicketCategory } from '#shop/catalogue/catalogue.ts'
import type { SeatMap } from '#shop/seats/seat-map.ts'
import { SeatMapView } from '#ui/seat-map/seat-map-view.tsx'
import { describeSeat } from '#console/seats/seat-words.ts'

/** Shows the categories with their numbers, what others took meanwhile, and the map of the one in hand. */
export function TicketChoice({
  categories,
  door,
  ref,
  last,
  onChange,
}: {
  categories: readonly DoorCategory[]
  door: DoorDraftState
  /** Takes the focus where the number of a category is the next key. */
  ref: Ref<HTMLDivElement>
  /** There is a last sale to show. */
  last: boolean
  onChange: () => void
}) {
  const { draft, activeId } = door
  const active = categories.find(({ id }) => id === activeId)
  const hall = active && door.hallOf(active.id)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 desk:row-span-2">
      <div
        ref={ref}
        tabIndex={-1}
        role="group"
        aria-label="Tickets. Press the number of a category."
        className="outline-none"
      >
        <ul className="border-t-2 border-rule-strong">
          {categories.map((category, index) => (
            <CategoryRow
              key={category.id}
              category={category}
              index={index}
              people={seatsIn(draft.lines, category.id).length}
              turn={door.turn}
              left={door.leftOf(category)}
              active={category.id === activeId}
              problem={
                draft.refusal?.categoryId === category.id ? refusalWords(draft.refusal, category, door.most) : null
              }
              onNumber={(n) => {
                onChange()
                door.setNumber(category, n)
              }}
              onStep={(by) => {
                onChange()
                door.step(category, by)
              }}
              onActive={() => door.setActiveId(category.id)}
            />
          ))}
        </ul>
      </div>
      {draft.lost.map((line) => (
        <Note key={line.ticketCategoryId} kind="bad" role="alert">
          {lostWords(
            line,
            categories.find(({ id }) => id === line.ticketCategoryId),
          )}
        </Note>
      ))}
      {active?.seats && hall ? (
        <DoorMap
          category={active.seats}
          map={hall.map}
          taken={hall.taken}
          selected={seatsIn(draft.lines, active.id)}
          lost={seatsIn(draft.lost, active.id)}
          onPress={(seat) => {
            onChange()
            door.press(active, seat)
          }}
        />
      ) : null}
      <p className="text-1 text-muted pointer-coarse:hidden">
        <Key>1</Key> to <Key>9</Key> category, then type how many · <Key>↑</Key> <Key>↓</Key> one more, one fewer ·{' '}
        <Key>M</Key> map · <Key>N</Key> name · <Key>Enter</Key> sell · <Key>X</Key> start over
        {last ? (
          <>
            {' '}
            · <Key>L</Key> last sale
          </>
        ) : null}
      </p>
    </div>
  )
}

function DoorMap({
  category,
  map,
  taken,
  selected,
  lost,
  onPress,
}: {
  category: TicketCategory
  map: SeatMap
  taken: ReadonlySet<string>
  selected: readonly string[]
  lost: readonly string[]
  onPress: (seat: string) => void
}) {
  const chosen = useMemo(() => new Set(selected), [selected])
  const gone = useMemo(() => new Set(lost), [lost])
  return (
    <div id="door-map" className="flex h-[min(420px,56dvh)] min-h-[280px] flex-col border border-rule desk:h-[420px]">
      <SeatMapView
        map={map}
        label={`Seats of ${category.name}. Use the arrow keys; Enter chooses.`}
        taken={taken}
        selected={chosen}
        lost={gone}
        describe={describeSeat}
        onPress={onPress}
        reveal={selected[0] ?? null}
      />
    </div>
  )
}
