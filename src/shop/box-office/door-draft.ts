import type { OrderLine } from '#shop/orders/order.ts'
import { withoutLost } from '#shop/seats/lost-seats.ts'
import {
  applyAvailability,
  nothingChosen,
  type Refusal,
  type SeatChoice,
  type SeatHall,
} from '#shop/seats/seat-choice.ts'
import { standingPlaces } from '#shop/seats/standing.ts'
import { seatsIn, withLine, type DoorMethod, type DoorSale } from './door-sale.ts'

/** Why a press changed nothing, for the category where it was made. */
export type DoorRefusal = { categoryId: string } & (Refusal | { kind: 'left'; left: number })

/** A sale that is being put together. Functions here return a new one. */
export interface DoorDraft {
  /** Also the reference of a UPI payment, so made before the sale. */
  orderId: string
  lines: OrderLine[]
  /** Seats that others took meanwhile, by category; of standing places as many labels as are missing. */
  lost: OrderLine[]
  refusal: DoorRefusal | null
  method: DoorMethod
  name: string
  phone: string
  reference: string
  reason: string
  /** As typed. */
  given: string
}

export const newDraft = (orderId: string): DoorDraft => ({
  orderId,
  lines: [],
  lost: [],
  refusal: null,
  method: 'cash',
  name: '',
  phone: '',
  reference: '',
  reason: '',
  given: '',
})

export const choiceIn = ({ lines, lost }: DoorDraft, categoryId: string): SeatChoice => ({
  ...nothingChosen,
  selected: seatsIn(lines, categoryId),
  lost: seatsIn(lost, categoryId),
})

export const withChoice = (draft: DoorDraft, categoryId: string, choice: SeatChoice): DoorDraft => ({
  ...draft,
  lines: withLine(draft.lines, categoryId, choice.selected),
  lost: withLine(draft.lost, categoryId, choice.lost),
  refusal: choice.refusal && { categoryId, ...choice.refusal },
})

/** Sets the number of standing people; more than a sale may have, or than are left, changes nothing but `refusal`. */
export function withPeople(
  draft: DoorDraft,
  categoryId: string,
  people: number,
  { most, left }: { most: number; left: number },
): DoorDraft {
  if (people > left) return { ...draft, refusal: { categoryId, kind: 'left', left } }
  if (people > most) return { ...draft, refusal: { categoryId, kind: 'limit' } }
  const choice = { ...nothingChosen, selected: standingPlaces(people) }
  return withChoice(draft, categoryId, choice)
}

/** Takes seats out of the lines that others have taken since. The same draft when there are none. */
export function withAvailability(draft: DoorDraft, categoryId: string, hall: SeatHall): DoorDraft {
  const choice = choiceIn(draft, categoryId)
  const now = applyAvailability(choice, hall)
  if (now === choice) return draft
  return { ...withChoice(draft, categoryId, now), refusal: draft.refusal }
}

/** Names what a sale was refused for, and keeps the rest of it. */
export const withLost = (draft: DoorDraft, lost: readonly OrderLine[]): DoorDraft => ({
  ...draft,
  lines: withoutLost(draft.lines, lost),
  lost: [...lost],
  refusal: null,
})

/** A sale that was refused, to be changed and sold again under the same id. */
export const draftOf = (sale: DoorSale): DoorDraft => ({
  ...newDraft(sale.orderId),
  lines: sale.lines,
  method: sale.method,
  name: sale.name,
  phone: sale.phone,
  reference: sale.method === 'complimentary' ? '' : sale.reference,
  reason: sale.method === 'complimentary' ? sale.reference : '',
  given: sale.given === null ? '' : String(sale.given / 100),
})
