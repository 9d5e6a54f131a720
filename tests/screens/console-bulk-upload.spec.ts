import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { dayAhead } from '../support/stories/days.ts'
import { expect, test } from '../support/stories/story.ts'

const chooses = (page: Page, name: string, text: string): Promise<void> =>
  page
    .getByLabel(/^Choose a JSON file/)
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })

test('Staff import concerts from a file', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin')
  await staff.choosesFromMenu('Setup', 'Bulk Upload')
  await expect(page.getByRole('heading', { level: 1, name: 'Bulk Upload' })).toBeVisible()

  await test.step('The template is a file that can be imported', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download a template' }).click()
    const template = await readFile(await (await download).path(), 'utf8')
    expect((await download).suggestedFilename()).toBe('mehfil-concerts.json')
    await chooses(page, 'template.json', template)
    await expect(page.getByRole('heading', { name: 'What template.json will create' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'NSCI Dome, Mumbai' })).toContainText('₹3,500')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  await test.step('Another kind of file is refused', async () => {
    await chooses(page, 'concerts.pdf', '%PDF-1.7')
    await expect(page.getByText('Error processing file')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('This is a PDF.')
  })

  await test.step('One that the device cannot read is named', async () => {
    await page.evaluate(() => {
      const before = File.prototype.text
      File.prototype.text = () => {
        File.prototype.text = before
        return Promise.reject(new DOMException('gone', 'NotFoundError'))
      }
    })
    await chooses(page, 'gone.json', '{}')
    await expect(page.getByText('Error reading file', { exact: true })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Error reading file. Choose it again.')
  })

  await test.step('Every problem is named with its path', async () => {
    const bad = { Arijit: { Mumbai: { date: '16/01/2027', venue: 'Dome', tickets: { Gold: '<b>free</b>' } } } }
    await chooses(page, 'bad.json', JSON.stringify(bad))
    await expect(page.getByRole('alert')).toContainText('Arijit/Mumbai/date: not a date')
    await expect(page.getByRole('alert')).toContainText('Arijit/Mumbai/tickets/Gold: not a price')
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0)
  })

  const tickets = { Gold: 2500, Silver: 999.5 }
  const day = dayAhead(160)
  const good = { '<b>Noor</b> Sen': { Bengaluru: { date: day.key, venue: 'Palace Grounds', tickets } } }
  await test.step('A good one is shown before it is imported', async () => {
    await chooses(page, 'good.json', JSON.stringify(good))
    await expect(page.getByText('1 singer, 1 event and 2 ticket categories to create.')).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: 'Palace Grounds, Bangalore' })
    await expect(row).toContainText('<b>Noor</b> Sen (new singer)')
    await expect(row).toContainText(`${day.text}, 7:00 pm`)
    await expect(row).toContainText('₹999.50')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByText('1 singer, 1 event and 2 ticket categories created.')).toBeVisible()
    await expect(page.getByText('Data imported successfully').first()).toBeVisible()
  })

  await test.step('Importing it twice creates nothing twice; another price is reported', async () => {
    const again = JSON.stringify(good).replace('2500', '2600')
    await chooses(page, 'good.json', again)
    await expect(page.getByText('Nothing to create: the shop has this concert already.')).toBeVisible()
    await expect(page.getByText(/tickets\/Gold: stored ₹2,500, in the file ₹2,600$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
    await page.goto('/admin/tickets?q=Noor')
    await expect(page.getByRole('row').filter({ hasText: 'Gold' })).toContainText('₹2,500')
  })
})

test('Staff import concerts from a spreadsheet', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/bulk-upload')

  await test.step('The template is a spreadsheet that can be imported', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Spreadsheet template' }).click()
    expect((await download).suggestedFilename()).toBe('mehfil-concerts.csv')
    await chooses(page, 'template.csv', await readFile(await (await download).path(), 'utf8'))
    await page.getByRole('button', { name: 'Check 3 concerts' }).click()
    await expect(page.getByRole('heading', { name: 'What template.csv will create' })).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  const day = dayAhead(170)
  const [year, month, date] = day.key.split('-')
  const sheet = (headings: string, price: string) =>
    [
      headings,
      `Zoya Sen;Bengaluru;Palace Grounds;${date}/${month}/${year};7:30 PM;Gold;₹2,500;100`,
      `Zoya Sen;Bengaluru;Palace Grounds;${date}/${month}/${year};7:30 PM;Silver;${price};200`,
    ].join('\n')
  await test.step('A column that is not known is named and chosen; a problem has its line and column', async () => {
    await chooses(page, 'zoya.csv', sheet('Who;City;Venue;Date;Time;Category;Price;Seats', 'cheap'))
    await expect(page.getByText('Who, Seats.')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('No column is known as: Singer.')
    await page.getByLabel('Singer').selectOption({ label: 'Who' })
    await expect(page.getByRole('alert')).toContainText('Line 3, Price: “cheap” is not a price')
    await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeDisabled()
  })

  await test.step('A good one is shown before it is imported', async () => {
    await chooses(page, 'zoya.csv', sheet('Artist;City;Venue;Date;Time;Category;Price;Seats', '999.50'))
    await expect(page.getByText('Seats.')).toBeVisible()
    await page.getByRole('button', { name: 'Check 1 concert' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Palace Grounds, Bangalore' })
    await expect(row).toContainText('Zoya Sen (new singer)')
    await expect(row).toContainText(`${day.text}, 7:30 pm`)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByText('1 singer, 1 event and 2 ticket categories created.')).toBeVisible()
  })
})
