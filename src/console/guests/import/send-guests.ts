import { allotSeats, MAX_GUESTS_A_CALL, type AddedGuest, type NewGuest } from '#shop/guests/guest.ts'
import type { FileGuest } from '#shop/guests/guest-file.ts'
import type { SeatMap } from '#shop/seats/seat-map.ts'
import { ok, type Failure, type Result } from '#platform/failure/failure.ts'

/** Others may take a chosen seat between the look and the call. */
const TRIES = 4

/** Of a list ('' for none) and a ticket category: its own, or those chosen on the page. */
export type SentGuest = FileGuest & { id: string; zone: string }

export interface Sending {
  /** The seats of a ticket category; null for standing places. */
  mapOf: (zone: string) => SeatMap | null
  taken: (zone: string) => Promise<Result<ReadonlySet<string>>>
  add: (zone: string, guests: readonly NewGuest[], list: string) => Promise<Result<AddedGuest[]>>
  onSent: (added: readonly AddedGuest[]) => void
}

export interface Sent {
  /** Guests for whom too few seats are free. */
  unseated: SentGuest[]
  /** Stopped here; what was sent stays. */
  failure: Failure | null
}

const newGuest = ({ id, name, contact, note }: SentGuest, places: NewGuest['places']): NewGuest => ({
  id,
  name,
  contact,
  note,
  places,
})

/** Sends guests list by list and category by category, at most 200 a call, each call all or none. The ids make a repeat harmless. */
export async function sendGuests(guests: readonly SentGuest[], sending: Sending): Promise<Sent> {
  const unseated: SentGuest[] = []
  for (const members of alike(guests))
    for (let at = 0; at < members.length; at += MAX_GUESTS_A_CALL) {
      // oxlint-disable-next-line no-await-in-loop -- the next call needs the seats that this one leaves
      const result = await sendSome(members.slice(at, at + MAX_GUESTS_A_CALL), members[0]!, sending)
      if (!result.ok) return { unseated, failure: result.failure }
      unseated.push(...result.value)
    }
  return { unseated, failure: null }
}

/** Guests of one list and one ticket category each. */
function alike(guests: readonly SentGuest[]): SentGuest[][] {
  const groups = new Map<string, SentGuest[]>()
  for (const guest of guests) {
    const key = `${guest.zone} ${guest.list}`
    groups.set(key, [...(groups.get(key) ?? []), guest])
  }
  return [...groups.values()]
}

/** Returns those for whom too few seats are free. */
async function sendSome(
  some: readonly SentGuest[],
  { list, zone }: SentGuest,
  sending: Sending,
): Promise<Result<SentGuest[]>> {
  const map = sending.mapOf(zone)
  for (let turn = 1; ; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a new try needs a new look
    const placed = await place(some, map, () => sending.taken(zone))
    if (!placed.ok) return placed
    const { fit, unseated } = placed.value
    if (fit.length === 0) return ok(unseated)
    // oxlint-disable-next-line no-await-in-loop -- see above
    const added = await sending.add(zone, fit, list)
    if (added.ok) {
      sending.onSent(added.value)
      return ok(unseated)
    }
    if (added.failure.code !== 'seats_taken' || map === null || turn === TRIES) return added
  }
}

async function place(
  some: readonly SentGuest[],
  map: SeatMap | null,
  taken: () => ReturnType<Sending['taken']>,
): Promise<Result<{ fit: NewGuest[]; unseated: SentGuest[] }>> {
  if (map === null) return ok({ fit: some.map((guest) => newGuest(guest, { count: guest.people })), unseated: [] })
  const now = await taken()
  if (!now.ok) return now
  const seats = allotSeats(
    map,
    now.value,
    some.map(({ people }) => people),
  )
  const fit = some.flatMap((guest, index) => (seats[index] ? [newGuest(guest, { seats: seats[index] })] : []))
  return ok({ fit, unseated: some.filter((_, index) => !seats[index]) })
}
