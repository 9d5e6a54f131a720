import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { XMLParser } from 'fast-xml-parser'
import { readCsv } from '../../src/platform/text/csv.ts'
import { dayKey } from '../../src/platform/time/ist.ts'
import { inDatabase } from '../support/database/database.ts'
import { gold, publishConcert } from '../support/sales/concerts.ts'
import { buys } from '../support/sales/purchases.ts'
import { boughtTicket, paidBack, refundDue } from '../support/sales/refunds.ts'
import type { Shop } from '../support/server/shop.ts'
import { newCustomer } from '../support/server/visitor.ts'
import { expect, test } from '../support/stories/story.ts'

type Row = Record<string, string>

async function downloads(page: Page, name: string): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download')
  const written = page.waitForResponse(/\/rpc\/note_export/)
  await page.getByRole('button', { name: `Download ${name}` }).click()
  const file = await download
  await written
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

async function rowsOf(page: Page, label: string): Promise<{ name: string; head: string[]; rows: Row[] }> {
  const { name, text } = await downloads(page, `CSV of ${label}`)
  const [head = [], ...rows] = readCsv(text)
  return { name, head, rows: rows.map((row) => Object.fromEntries(head.map((one, at) => [one, row[at] ?? '']))) }
}

const paise = (text: string | undefined): number => Math.round(Number(text ?? 0) * 100)
const sumOf = (rows: readonly Row[], ...columns: string[]): number =>
  rows.reduce((sum, row) => sum + columns.reduce((all, column) => all + paise(row[column]), 0), 0)

/** Makes all that was booked until now the last month's, as if nothing was sold since. Returns that month. */
async function bookedLastMonth(shop: Shop): Promise<string> {
  const last = dayKey(Date.parse(`${dayKey(Date.now()).slice(0, 7)}-01T12:00:00+05:30`) - 86_400_000)
  await inDatabase(shop, async (sql) => {
    await sql.run('begin; set local session_replication_role = replica;')
    await sql.query('update public.ledger set day = $1::date', [last])
    await sql.query('update public.papers set day = $1::date', [last])
    await sql.run('delete from public.closed_months')
    await sql.run('commit')
  })
  return last.slice(0, 7)
}

/** What the ledger has of accounts and a month, in paise. */
const booked = (shop: Shop, month: string, accounts: string[], kind: string | null = null): Promise<number> =>
  inDatabase(shop, async (sql) => {
    const [row] = await sql.query<{ sum: string }>(
      `select coalesce(-sum(amount), 0)::text as sum from public.ledger
        where account = any ($1) and to_char(day, 'YYYY-MM') = $2 and kind = coalesce($3, kind)`,
      [accounts, month, kind],
    )
    return paise(row?.sum)
  })

test('Staff close a month, and its files say what the ledger says', async ({ staff, shop }) => {
  const { page } = staff
  await setsGstin(shop, '27AAPFU0939F1ZV')
  await boughtTicket(shop, 'Leela Joshi')
  await paidBack(shop, await refundDue(shop, 'Meera Joshi'), '512345678901')
  await page.goto('/admin/books')
  const months = page.getByRole('region', { name: 'Months' })
  await expect(months.getByRole('row').filter({ hasText: 'Closed' }).first()).toBeVisible()
  const month = await bookedLastMonth(shop)

  await page.reload()
  const row = months.getByRole('row').nth(1)
  await expect(row).toContainText('To close')
  await row.getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('It is over and can be closed.')).toBeVisible()
  await expect(dialog.getByText('have no paper')).toHaveCount(0)

  const sold = await rowsOf(page, 'Sales register')
  const back = await rowsOf(page, 'Credit notes')
  expect(sold.name).toBe(`register-${month}.csv`)
  expect(sold.head.slice(0, 4)).toEqual(['Day', 'Number', 'Kind', 'Order'])
  expect(back.head.slice(-2)).toEqual(['Of invoice', 'UTR of the refund'])
  const taxes = ['CGST (INR)', 'SGST (INR)', 'IGST (INR)']
  expect(sumOf(sold.rows, ...taxes) - sumOf(back.rows, ...taxes)).toBe(await booked(shop, month, ['gst']))
  expect(sumOf(sold.rows, 'Taxable value (INR)') - sumOf(back.rows, 'Taxable value (INR)')).toBe(
    await booked(shop, month, ['sales', 'fee']),
  )
  expect(sumOf(back.rows, 'Total (INR)')).toBeGreaterThan(0)

  const refunds = await rowsOf(page, 'Refunds')
  expect(refunds.head).toContain('Credit note')
  expect(sumOf(refunds.rows, 'Amount (INR)')).toBe(
    await booked(shop, month, ['bank', 'sent', 'till', 'card', 'otherwise'], 'refund'),
  )
  const cash = await rowsOf(page, 'Cash book')
  expect(cash.head.slice(-3)).toEqual(['In (INR)', 'Out (INR)', 'In the till (INR)'])
  expect(sumOf(cash.rows, 'Out (INR)') - sumOf(cash.rows, 'In (INR)')).toBe(await booked(shop, month, ['till']))
  expect((await rowsOf(page, 'Tickets by price')).head).toContain('Of them free')

  const gstr1 = await downloads(page, 'JSON of GSTR-1')
  expect(gstr1.name).toBe(`gstr1-${month}.json`)
  expect(JSON.parse(gstr1.text)).toMatchObject({
    gstin: '27AAPFU0939F1ZV',
    fp: `${month.slice(5)}${month.slice(0, 4)}`,
  })

  const tally = new XMLParser({ parseTagValue: false }).parse((await downloads(page, 'XML of Tally')).text) as {
    ENVELOPE: { BODY: { IMPORTDATA: { REQUESTDATA: { TALLYMESSAGE: { VOUCHER?: Voucher }[] } } } }
  }
  const vouchers = tally.ENVELOPE.BODY.IMPORTDATA.REQUESTDATA.TALLYMESSAGE.flatMap(({ VOUCHER }) => VOUCHER ?? [])
  const entries = vouchers.flatMap((voucher) => voucher['ALLLEDGERENTRIES.LIST'])
  const taxLedgers = ['Output CGST', 'Output SGST', 'Output IGST']
  const inTally = entries.filter(({ LEDGERNAME }) => taxLedgers.includes(LEDGERNAME))
  expect(inTally.reduce((sum, { AMOUNT }) => sum + paise(AMOUNT), 0)).toBe(await booked(shop, month, ['gst']))
  expect(entries.reduce((sum, { AMOUNT }) => sum + paise(AMOUNT), 0)).toBe(0)

  await dialog.getByRole('button', { name: 'Close the month' }).click()
  await expect(page.getByText('A closed month cannot be opened again.')).toBeVisible()
  await page.getByRole('button', { name: 'Close the month' }).click()
  await expect(page.getByRole('dialog').getByText(/^Closed by /)).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(row).toContainText('Closed')

  const figures = await row.innerText()
  await boughtTicket(shop, 'Late Joshi')
  await page.reload()
  await expect(months.getByRole('row').nth(1)).toContainText('Running')
  expect(await months.getByRole('row').nth(2).innerText()).toBe(figures)
})

/** Books pretended sales, so many years ago. */
const turnedOver = (shop: Shop, rupees: number, yearsAgo: number): Promise<void> =>
  inDatabase(shop, async (sql) => {
    await sql.query(
      `insert into public.ledger (day, booked_at, kind, subject, account, amount)
       select private.today() - make_interval(years => $2), now(), 'payment', gen_random_uuid(), v.account, v.amount::numeric
       from (values ('sales', -$1::integer), ('bank', $1::integer)) as v (account, amount)`,
      [rupees, yearsAgo],
    )
  })
const setsGstin = (shop: Shop, gstin: string | null): Promise<unknown> =>
  inDatabase(shop, (sql) =>
    sql.query('update public.shop_settings set gstin = $1, revision = revision where id = 1', [gstin]),
  )

test('Staff are warned before registration is due, and type the IRN of a company’s paper', async ({ staff, shop }) => {
  const { page } = staff
  await setsGstin(shop, null)
  await turnedOver(shop, 2_000_001, 0)
  await page.goto('/admin/dashboard')
  await expect(page.getByText('The shop has to register for GST.')).toBeVisible()
  await setsGstin(shop, '27AAPFU0939F1ZV')
  await turnedOver(shop, 50_000_001, 2)
  await page.reload()
  await expect(page.getByText('Revenue')).toBeVisible()
  await expect(page.getByText('The shop has to register for GST.')).toHaveCount(0)

  const firm = await newCustomer(shop, 'Iyer Sons')
  await firm.client
    .rpc('save_profile', { p_profile: { company: 'Iyer & Sons', gstin: '29AAGCB7383J1Z4' } })
    .throwOnError()
  const { categories } = await publishConcert(shop, [gold])
  await buys(shop, firm, categories.Gold!, ['A1'])
  await page.goto('/admin/books')
  const list = page.getByRole('region', { name: 'Papers that need an IRN' })
  await expect(list.getByRole('listitem')).toContainText('Iyer & Sons')
  await list.getByRole('button', { name: /^Enter the IRN/ }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('IRN').fill('12AB')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('An IRN has 64 signs, 0 to 9 and a to f.')).toBeVisible()
  await form.getByLabel('IRN').fill('a1'.repeat(32))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(list).toHaveCount(0)
})

interface Voucher {
  'ALLLEDGERENTRIES.LIST': { LEDGERNAME: string; AMOUNT: string }[]
}
