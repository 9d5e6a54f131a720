import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readSheets } from '../../src/console/kit/sheet/read-sheets.ts'
import { begin } from '../support/sales/begun-concert.ts'
import { gold, publishConcert } from '../support/sales/concerts.ts'
import { buys, submits, type Bought } from '../support/sales/purchases.ts'
import type { Shop } from '../support/server/shop.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { opensConcert } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Staff send money of a sale back by cheque, all of its ticket's. */
async function sendsBack(shop: Shop, { paymentId }: Pick<Bought, 'paymentId'>): Promise<void> {
  const { client } = await demoPerson(shop, 'admin')
  const { data: ticket } = await client
    .from('user_tickets')
    .select('id')
    .eq('payment_id', paymentId)
    .single()
    .throwOnError()
  const started = { p_payment_id: paymentId, p_ticket_id: ticket.id, p_note: 'Ill' }
  const { data: refund } = await client.rpc('start_refund', started).throwOnError()
  const way = { p_way: 'other', p_to: 'By cheque', p_amount: refund.amount, p_upi_id: refund.upi_id }
  await client.rpc('mark_refunded', { p_refund_id: refund.id, ...way }).throwOnError()
}

/** Reads the sheets of the workbook that a press saves, as rows of text. */
async function downloads(page: Page): Promise<{ name: string; sheets: Map<string, string[][]> }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download .xlsx' }).click()
  const file = await download
  const read = await readSheets(new Uint8Array(await readFile(await file.path())))
  if ('refused' in read) throw new Error(read.refused)
  const sheets = read.sheets.map(({ name, rows }) => [name, rows.map(({ cells }) => cells)] as const)
  return { name: file.suggestedFilename(), sheets: new Map(sheets) }
}

test('Staff divide what a concert earned, print it, save it as a file and close it; a late refund is said beside it', async ({
  customer,
  rival,
  staff,
  shop,
}) => {
  const concert = await publishConcert(shop, [gold, { name: 'Stalls', price: 500, total: 20 }])
  await buys(shop, customer, concert.categories.Gold!, ['A1', 'A2'])
  const late = await buys(shop, rival, concert.categories.Stalls!, ['A1'])
  await begin(shop, [concert], 3)

  const { page } = staff
  await page.addInitScript(() => {
    globalThis.print = () => document.documentElement.setAttribute('data-printed', '1')
  })
  await page.goto(`/admin/events?when=past&q=${encodeURIComponent(concert.singer)}`)
  await opensConcert(page, concert.singer, 'Settlement')
  const sold = part(page, 'What came in')
  await expect(sold).toContainText('Net ticket sales₹2,300.00')
  await expect(part(page, 'By zone and price').getByRole('row').filter({ hasText: 'Gold' })).toContainText('1,800.00')
  await expect(part(page, 'By method').getByRole('row').filter({ hasText: 'UPI' })).toContainText('2,300.00')
  await expect(part(page, 'The money that was seen')).toContainText('Approved without a credit')
  await expect(part(page, 'By code')).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit shares and costs' }).click()
  const form = page.getByRole('form', { name: 'Shares and costs' })
  await form.getByRole('button', { name: 'Add a cost' }).click()
  await form.getByLabel('For what is cost 1').fill('Posters')
  await form.getByLabel('Amount of cost 1, in rupees').fill('300')
  await form.getByRole('button', { name: 'Add a share' }).click()
  await form.getByLabel('Percent of share 1').fill('170')
  await form.getByRole('button', { name: 'Add a share' }).click()
  await form.getByLabel('How share 2 is reckoned').selectOption('a fixed sum in rupees')
  await form.getByLabel('Amount of share 2, in rupees').fill('250.50')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toContainText('A percent above 0, such as 70 or 12.5.')
  await form.getByLabel('How share 1 is reckoned').selectOption('percent of net ticket sales less the costs')
  await form.getByLabel('Percent of share 1').fill('70')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const split = part(page, 'Who gets what')
  await expect(split).toContainText('Posters− ₹300.00')
  await expect(split).toContainText('Artist70 % of net ticket sales less the costs− ₹1,400.00')
  await expect(split).toContainText('Venuea fixed sum− ₹250.50')
  const divided = (await split.textContent())!

  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', '1')

  const { name, sheets } = await downloads(page)
  expect(name).toMatch(/^settlement-\d{4}-\d\d-\d\d-goa\.xlsx$/)
  expect([...sheets.keys()]).toEqual(['Settlement', 'By zone', 'By method', 'By code', 'By day'])
  const statement = sheets.get('Settlement')!
  expect(statement).toContainEqual(['Net ticket sales', '2300', ''])
  expect(statement).toContainEqual(['Venue', '-250.50', 'a fixed sum'])
  const [head, ...zones] = sheets.get('By zone')!
  expect(zones.map((row) => Object.fromEntries(row.map((cell, at) => [head![at], cell])))).toMatchObject([
    { Zone: 'Gold', Price: '900', Tickets: '2', Sales: '1800', 'Net sales': '1800' },
    { Zone: 'Stalls', Price: '500', Tickets: '1', Sales: '500', 'Net sales': '500' },
  ])

  await page.getByRole('button', { name: 'Close the settlement' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close it' }).click()
  await expect(page.getByText(/^by Admin|^by .+, /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit shares and costs' })).toHaveCount(0)

  await sendsBack(shop, late)
  await page.reload()
  await expect(
    page.getByText('Since it was closed: 1 ticket more taken back, net ticket sales ₹500.00 less'),
  ).toBeVisible()
  await expect(sold).toContainText('Net ticket sales₹2,300.00')
  await expect(split).toHaveText(divided)

  await page.getByRole('button', { name: 'Open it again' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Open it', exact: true }).click()
  await expect(question).toContainText('Say why.')
  await question.getByLabel('Reason').fill('A late refund')
  await question.getByRole('button', { name: 'Open it', exact: true }).click()
  await expect(sold).toContainText('Net ticket sales₹1,800.00')
  await expect(page.getByText('Since it was closed')).toHaveCount(0)
  await page.getByText('History', { exact: true }).click()
  await expect(page.getByText('A late refund')).toBeVisible()
})

test('Before a concert its settlement is so far: what waits is said, and it cannot be closed; two who edit at once are told', async ({
  customer,
  staff,
  shop,
}) => {
  const concert = await publishConcert(shop, [gold])
  const { page } = staff
  await page.goto(`/admin/events/${concert.id}/settlement`)
  await expect(page.getByText('Nothing was sold so far.')).toBeVisible()
  await submits(shop, customer, concert.categories.Gold!, ['A1'])
  await page.reload()
  await expect(
    page.getByText(/^1 payment of ₹[\d,.]+ for this concert waits for a decision and is not in it\.$/),
  ).toBeVisible()
  await expect(page.getByText('It can be closed once the concert has begun or is cancelled.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close the settlement' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit shares and costs' }).click()
  const { client } = await demoPerson(shop, 'admin')
  const theirs = { p_event_id: concert.id, p_revision: 0, p_shares: [{ name: 'Venue', amount: 5000 }], p_costs: [] }
  await client.rpc('set_settlement', theirs).throwOnError()
  const form = page.getByRole('form', { name: 'Shares and costs' })
  await form.getByRole('button', { name: 'Add a cost' }).click()
  await form.getByLabel('For what is cost 1').fill('Posters')
  await form.getByLabel('Amount of cost 1, in rupees').fill('300')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByRole('alert')).toContainText('Someone changed it meanwhile.')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(part(page, 'Who gets what')).toContainText('Posters− ₹300.00Venuea fixed sum− ₹5,000.00')
  await page.route(/event_settlement/, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Error loading the settlement')
})
