import { useId, useState } from 'react'
import { categoryLeft, type CatalogueEvent, type TicketCategory } from '#shop/catalogue/catalogue.ts'
import { priceOrder } from '#shop/prices/price.ts'
import { allInText } from './seat-basket.tsx'
import { standingPlaces } from '#shop/seats/standing.ts'
import { Button } from '#ui/controls/button.tsx'
import { FieldError } from '#ui/controls/field.tsx'
import { Form } from '#ui/controls/form.tsx'
import { Stepper } from '#ui/controls/stepper.tsx'
import { Note } from '#ui/display/note.tsx'
import { count, priceWords } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/waiting.ts'
import '#ui/messages/en/shop/seats.ts'
import { terms } from '#ui/terms.ts'
import { useCart } from '../../cart/cart-state.ts'
import { keepChosen, keptChosen } from './kept-choice.ts'
import {
  mostStanding,
  placesLeft,
  readPeople,
  stepPeople,
  whyNotStanding,
  type StandingRoom,
} from './standing-choice.ts'
import { useLiveSeats } from './use-live-seats.ts'

/** Asks for a number of people. Without a network it counts by the catalogue of this device. Holds nothing. */
export function StandingChooser({
  category,
  state,
  onWait,
  onAdd,
}: {
  category: TicketCategory
  /** The event's, for its local tax. */
  state: CatalogueEvent['state']
  onWait?: ((places: number) => void) | undefined
  onAdd: (places: string[]) => void
}) {
  const inCart = useCart()
    .items.filter((item) => item.categoryId === category.id)
    .reduce((sum, item) => sum + item.seats.length, 0)
  const live = useLiveSeats([category.id])
  const left = placesLeft(categoryLeft(category), live.failure ? null : (live.snapshots.get(category.id) ?? null))
  const room: StandingRoom = { most: terms().seatsPerLine, inCart, left }
  const most = mostStanding(room)
  const [typed, setTyped] = useState(() => String(Math.max(1, Math.min(keptChosen(category.id).length, most))))
  const [pressed, setPressed] = useState(false)
  const id = useId()
  const people = readPeople(typed)
  const refusal = whyNotStanding(people, room)
  // An empty field is no mistake while it is typed in.
  const shown = refusal === 'number' && !pressed ? null : refusal

  const change = (text: string): void => {
    setTyped(text)
    setPressed(false)
    const read = readPeople(text)
    if (read !== null && read <= room.most) keepChosen(category.id, standingPlaces(read))
  }
  const add = (): void => {
    setPressed(true)
    if (people !== null && refusal === null) onAdd(standingPlaces(people))
  }

  if (left === 0)
    return (
      <div className="grid justify-items-start gap-3">
        <p>{t('seats.standing.onlyLeft', { n: 0 })}</p>
        {onWait && (
          <Button kind="line" small onClick={() => onWait(1)}>
            {t('waiting.join')}
          </Button>
        )}
      </div>
    )
  return (
    <Form onSend={add} className="grid gap-4">
      <p className="text-2 tabular-nums" role="status">
        {t('seats.standing.places', { n: left, count: count(left) })}
        {inCart > 0 && ` · ${t('seats.standing.inCart', { n: inCart })}`}
      </p>
      <div className="grid justify-items-start gap-1.5">
        <label htmlFor={id} className="text-2 leading-5 font-strong">
          {t('seats.standing.label')}
        </label>
        <Stepper
          id={id}
          value={typed}
          fewer={t('seats.standing.fewer')}
          more={t('seats.standing.more')}
          atLeast={people !== null && people <= 1}
          atMost={people !== null && people >= most}
          onStep={(by) => change(String(stepPeople(typed, by, room)))}
          onChange={(event) => change(event.target.value)}
          aria-invalid={shown !== null || undefined}
          aria-describedby={`${id}-words`}
        />
        <div id={`${id}-words`} role="status" className="grid justify-items-start gap-1.5">
          {shown === 'number' && <FieldError>{t('seats.standing.enter')}</FieldError>}
          {(shown === 'left' || shown === 'limit') && (
            <Note kind="warn" className="grid justify-items-start gap-1.5">
              <p>
                {shown === 'left' ? t('seats.standing.onlyLeft', { n: left }) : t('seats.standing.limit', { inCart })}
                {shown === 'left' && inCart > 0 && ` ${t('seats.standing.inCart', { n: inCart })}`}
              </p>
              {most > 0 && (
                <Button kind="line" small onClick={() => change(String(most))}>
                  {t('seats.standing.take', { n: most })}
                </Button>
              )}
            </Note>
          )}
        </div>
      </div>
      <p className="text-1 text-muted">{t('seats.standing.note')}</p>
      <p className="text-1 text-muted">{t('seats.standing.maximum')}</p>
      <p className="text-1 text-muted">{t('seats.note.id')}</p>
      <div>
        <Button
          type="submit"
          kind="lit"
          wide
          disabled={people !== null && refusal !== null}
          value={people !== null && refusal === null ? priceWords(category.price * people, category.free) : undefined}
        >
          {t('seats.standing.add')}
        </Button>
        <p className="mt-1 min-h-5 text-1 text-muted tabular-nums" role="status">
          {people !== null &&
            refusal === null &&
            allInText(
              priceOrder([{ unitPrice: category.price, quantity: people, state, free: category.free }], terms()),
            )}
        </p>
      </div>
    </Form>
  )
}
