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
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Bulk Upload' }).click()
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
    await chooses(page, 'concerts.csv', 'singer,city')
    await expect(page.getByText('Error processing file')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Choose a .json file.')
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
