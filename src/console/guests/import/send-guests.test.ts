import { expect, it } from 'vitest'
import { seatMapOf } from '#shop/seats/seat-map.ts'
import type { NewGuest } from '#shop/guests/guest.ts'
import { failed, ok } from '#platform/failure/failure.ts'
import { sendGuests, type Sending } from './send-guests.ts'

const guest = (n: number, people = 1, list = 'Press', zone = 'floor') => ({
  id: `g${n}`,
  row: n,
  name: `G${n}`,
  contact: null,
  people,
  list,
  zone,
  note: null,
})
const many = (n: number) => Array.from({ length: n }, (_, i) => guest(i))
const map = seatMapOf({ id: 'c1', totalTickets: 9, gridColumns: 3, layout: null })

function server(more: Partial<Sending> = {}) {
  const calls: { zone: string; list: string; guests: NewGuest[] }[] = []
  const sent: string[] = []
  const sending: Sending = {
    mapOf: () => null,
    taken: async () => ok(new Set<string>()),
    add: async (zone, guests, list) => {
      calls.push({ zone, list, guests: [...guests] })
      return ok(guests.map(({ id }) => ({ guestId: id, ticketId: id, seats: [], secret: 's' })))
    },
    onSent: (added) => sent.push(...added.map(({ guestId }) => guestId)),
    ...more,
  }
  return { calls, sent, sending }
}

it('sends 200 a call, each list by itself', async () => {
  const { calls, sent, sending } = server()
  expect(await sendGuests([...many(450), guest(900, 2, 'Artists'), guest(901, 1, 'Press', 'gold')], sending)).toEqual({
    unseated: [],
    failure: null,
  })
  expect(calls.map(({ zone, list, guests }) => `${zone} ${list} ${guests.length}`)).toEqual([
    'floor Press 200',
    'floor Press 200',
    'floor Press 50',
    'floor Artists 1',
    'gold Press 1',
  ])
  expect(calls[3]?.guests[0]?.places).toEqual({ count: 2 })
  expect(sent).toHaveLength(452)
})

it('what was sent before a failure stays sent', async () => {
  let turn = 0
  const { sent, sending } = server({
    add: async (_zone, guests) =>
      ++turn > 1
        ? failed('unreachable')
        : ok(guests.map(({ id }) => ({ guestId: id, ticketId: id, seats: [], secret: null }))),
  })
  expect((await sendGuests(many(300), sending)).failure?.code).toBe('unreachable')
  expect(sent).toHaveLength(200)
})

it('chooses other seats when one was taken, and names who finds none', async () => {
  const taken = new Set<string>()
  let turn = 0
  const { calls, sending } = server({ mapOf: () => map, taken: async () => ok(new Set(taken)) })
  const add = sending.add
  sending.add = async (zone, guests, list) => {
    if (++turn > 1) return add(zone, guests, list)
    for (const one of guests) if ('seats' in one.places) taken.add(one.places.seats[0]!)
    return failed('seats_taken')
  }
  const result = await sendGuests([guest(1, 2), guest(2, 9), guest(3, 2)], sending)
  expect(result).toMatchObject({ unseated: [{ id: 'g2' }], failure: null })
  const seats = calls[0]!.guests.flatMap(({ places }) => ('seats' in places ? places.seats : []))
  expect(seats).toHaveLength(4)
  expect(seats.some((seat) => taken.has(seat))).toBe(false)
})
