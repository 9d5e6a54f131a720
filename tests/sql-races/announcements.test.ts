import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gridSeat, openSaleDatabase, type SaleDatabase } from './sale-database.ts'

const BUYERS = 60
const SERVERS = 6

let shop: SaleDatabase
let admin: string
let event: string

beforeAll(async () => {
  shop = await openSaleDatabase()
  admin = await shop.admin()
  event = await shop.event()
  const category = await shop.category(event, 200)
  const payments = await Promise.all(
    Array.from({ length: BUYERS }, async (_, n) => {
      const customer = await shop.customer(`buyer ${n}`)
      const seats = [{ ticket_category_id: category, seats: [gridSeat(n)] }]
      const answer = await shop.submit(customer, randomUUID(), String(650_000_000_000 + n), seats)
      if ('refusal' in answer) throw new Error(answer.refusal.code)
      return answer.answer.payment_id
    }),
  )
  for (const payment of payments) await shop.review(admin, payment, 'approved')
  await shop.sql`delete from public.outgoing_mail`
})
afterAll(async () => {
  await shop?.stop()
})

const atOnce = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: SERVERS }, work))

it('the same announcement sent by several presses, worked and mailed by several servers, reaches each buyer once', async () => {
  const id = randomUUID()
  const presses = await atOnce(() =>
    shop.call<{ id: string }>(
      admin,
      (tx) =>
        tx`select to_jsonb(a) as answer from public.send_announcement(${id}, ${event}, null, 'holders', 'Doors', 'At six.') as a`,
    ),
  )
  expect(presses.every((one) => 'answer' in one && one.answer.id === id)).toBe(true)

  await atOnce(async () => {
    for (let round = 0; round < BUYERS; round += 1) await shop.sql`select private.work_announcements(7)`
  })
  const [made] = await shop.sql`select state, people, notices, mails from public.announcements where id = ${id}`
  expect(made).toEqual({ state: 'done', people: BUYERS, notices: BUYERS, mails: BUYERS })

  const sent: string[] = []
  await atOnce(async () => {
    for (;;) {
      const due = await shop.sql<{ id: string }[]>`select id from private.claim_mail(5)`
      if (due.length === 0) return
      for (const { id: mail } of due) {
        sent.push(mail)
        await shop.sql`select private.settle_mail(${mail})`
      }
    }
  })
  expect(sent).toHaveLength(BUYERS)
  expect(new Set(sent).size).toBe(BUYERS)
  const [counted] = await shop.sql`select mails_sent, mails_failed from public.announcements where id = ${id}`
  expect(counted).toEqual({ mails_sent: BUYERS, mails_failed: 0 })
})
