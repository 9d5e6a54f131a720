import { beforeEach, expect, it } from 'vitest'
import { ASHA, backend, newDevice, freshDevice, page, signIn } from '../../../tests/support/device/device.ts'
import type { Call } from '../../../tests/support/device/fake-backend.ts'

const SECRET = 'Zm9vYmFyYmF6cXV4LV8wMQ'
const date = '2026-11-28T13:30:00+00:00'

const wire = {
  ticket_id: 't1',
  user_id: 'u1',
  event_id: 'e1',
  ticket_category_id: 'c1',
  payment_id: 'p1',
  order_code: 'MF7K2QX4MD',
  method: 'complimentary',
  name: 'Ravi Kumar',
  seats: ['A1', 'A2'],
  quantity: 2,
  total_amount: 0,
  payment_status: 'completed',
  screen_only: false,
  code: 'ABCD23456',
  passes: ['A1', 'A2'].map((seat, before) => ({
    ...{ number: before + 1, seat, issue: 0, key_number: 1, signature: 'ab'.repeat(64) },
  })),
  revoked_at: null as string | null,
  revoked_reason: null as string | null,
  created_at: '2026-11-20T09:00:00+00:00',
  category_name: 'Gold',
  event: {
    city: 'Pune',
    venue: 'Hall',
    date,
    previous_date: null,
    moved_at: null,
    status: 'scheduled',
    cancelled_reason: null,
  },
  singer: { name: 'Asha Rao' },
  sections: null,
}

/** The link's server: opens once for a device. */
const newServer = () => ({
  device: null as string | null,
  /** A link that another device opened. */
  used: null as string | null,
  ticket: wire,
})
let server = newServer()
const refusal = (status: number, message: string) => ({
  ...{ status, body: { code: `PT${status}`, message, details: null, hint: null } },
})

function answerLink({ path, body }: Call): [number, unknown] {
  const asked = body as { p_device?: string; p_secret: string }
  if (path.includes('peek_ticket_link'))
    return [
      200,
      {
        state: server.ticket.revoked_at ? 'revoked' : server.device ? 'opened' : 'new',
        ...{ event_id: 'e1', event: 'Asha Rao, Pune', venue: 'Hall', city: 'Pune', date },
        ...{ status: 'scheduled', previous_date: null, category: 'Gold', people: 2 },
      },
    ]
  const isOthers = server.device !== null && server.device !== asked.p_device
  if (isOthers || server.used === asked.p_secret) return [409, refusal(409, 'link_used').body]
  server.device = asked.p_device!
  return [200, { opened_at: date, tickets: [server.ticket] }]
}

const given = () => import('./given-tickets.store.ts')
const mine = async () => page.watch.readOnce((await given()).watchGivenTickets())

const catalogueHas = async (more: object) => {
  const row = { id: 'e1', singerId: 's1', city: 'Pune', venue: 'Hall', status: 'scheduled', genre: null, ...more }
  await (await page.store.table('events')).put(row as never)
}

freshDevice()
beforeEach(() => {
  server = newServer()
  backend.own = answerLink
})

it('an opened ticket is read without a network, after a sign-in and after a sign-out', async () => {
  const store = await given()
  expect(await store.openLink(SECRET)).toMatchObject({ ok: true, value: [{ guestName: 'Ravi Kumar', totalAmount: 0 }] })
  backend.fail('lost-before', '/', 99)
  await signIn(ASHA)
  await page.session.eraseOthers(ASHA)
  expect(await mine()).toMatchObject([{ id: 't1', singer: 'Asha Rao', seats: ['A1', 'A2'] }])
  await page.session.leave(false)
  expect(await mine()).toHaveLength(1)
  expect(await page.watch.readOnce(store.watchGivenTicket('t1'))).toMatchObject({ guestName: 'Ravi Kumar' })
  expect(await store.readLink(SECRET)).toMatchObject({ ok: true, value: [{ id: 't1' }] })
})

it('no account goes with a link, and none of its tickets is the account’s', async () => {
  await signIn(ASHA)
  await (await given()).openLink(SECRET)
  expect(backend.calls.map(({ token }) => token)).toEqual(['test-key'])
  expect(await page.watch.readOnce(page.wallet.watchMyTickets())).toEqual([])
})

it('the same device repeats when the answer was lost; another one does not', async () => {
  backend.fail('lost-after', 'open_ticket_link')
  expect(await (await given()).openLink(SECRET)).toMatchObject({ ok: false, failure: { code: 'unreachable' } })
  expect(await mine()).toEqual([])
  expect(await (await given()).readLink(SECRET)).toMatchObject({ ok: true, value: [{ id: 't1' }] })
  expect(await mine()).toHaveLength(1)

  await page.store.closeStore()
  await newDevice()
  backend.own = answerLink
  expect(await (await given()).readLink(SECRET)).toMatchObject({ ok: true, value: { state: 'opened', people: 2 } })
  expect(await (await given()).openLink(SECRET)).toMatchObject({ ok: false, failure: { code: 'link_used' } })
})

it('a check learns that it was revoked; an ended link and a lost network leave the ticket', async () => {
  await (await given()).openLink(SECRET)
  backend.fail('lost-before', '/', 99)
  await (await given()).checkGivenTickets()
  expect(await mine()).toMatchObject([{ revokedAt: null }])
  backend.faults = []
  server.ticket = { ...wire, revoked_at: '2026-11-21T10:00:00+00:00', revoked_reason: 'Not coming' }
  await (await given()).checkGivenTickets()
  expect(await mine()).toMatchObject([{ revokedReason: 'Not coming' }])
  backend.fail(refusal(404, 'not_found'), 'ticket_link')
  await (await given()).checkGivenTickets()
  backend.calls = []
  await (await given()).checkGivenTickets()
  expect(await mine()).toHaveLength(1)
  expect(backend.calls).toEqual([])
})

it('a check learns that a new link gave the ticket to another device, and since when', async () => {
  await (await given()).openLink(SECRET)
  const detail = JSON.stringify({ status: 'taken_over', at: '2026-11-21T10:00:00+00:00' })
  const { body, status } = refusal(409, 'already_decided')
  backend.fail({ status, body: { ...body, details: detail } }, 'ticket_link')
  await (await given()).checkGivenTickets()
  expect(await mine()).toMatchObject([{ id: 't1', takenOverAt: '2026-11-21T10:00:00.000Z' }])
  backend.calls = []
  await (await given()).checkGivenTickets()
  expect(backend.calls).toEqual([])
  await (await given()).openLink(`${SECRET.slice(1)}2`)
  expect(await mine()).toMatchObject([{ takenOverAt: null }])
})

it('a check asks until the date that a moved event has now, and about every link', async () => {
  await (await given()).openLink(SECRET)
  const store = await page.store.openStore()
  const [row] = await store.table('givenTickets').all()
  // Another device's link: refused each time, first in the table.
  await store.table('givenTickets').put({ ...row!, id: 'a0', secret: `${SECRET}2` })
  server.device = null
  await (await given()).openLink(SECRET)
  await catalogueHas({ date: '2027-01-10T13:30:00.000Z', previousDate: date })
  server.used = `${SECRET}2`
  server.ticket = { ...wire, seats: ['B1', 'B2'] }
  await (await given()).checkGivenTickets(Date.parse('2026-12-05T13:30:00.000Z'))
  expect((await mine()).find(({ id }) => id === 't1')).toMatchObject({ seats: ['B1', 'B2'] })
})

it('a ticket leaves the device two months after its concert', async () => {
  await (await given()).openLink(SECRET)
  const day = 24 * 3_600_000
  await (await given()).checkGivenTickets(Date.parse(date) + 59 * day)
  expect(await mine()).toHaveLength(1)
  await (await given()).checkGivenTickets(Date.parse(date) + 60 * day)
  expect(await mine()).toEqual([])
})

it('a moved or cancelled event reaches it through the catalogue', async () => {
  await (await given()).openLink(SECRET)
  await catalogueHas({ venue: 'Open air', date: '2026-12-05T13:30:00.000Z', status: 'cancelled' })
  expect(await mine()).toMatchObject([{ venue: 'Open air', eventStatus: 'cancelled' }])
})
