import { readFile } from 'node:fs/promises'
import { choosesFromMenu } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'

test('Staff draw a hall, by drag and by keyboard, undo, save, export and import it', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin')
  await staff.choosesFromMenu('Setup', 'Layouts')
  const cards = page.getByRole('list', { name: 'Layouts' }).getByRole('listitem')
  await expect(cards.first()).toBeVisible()
  await expect(cards.first().getByRole('img')).toBeVisible()

  await page.getByRole('link', { name: 'New Layout' }).click()
  const grid = page.getByRole('grid', { name: 'Seats of Stalls' })
  await expect(page.getByRole('status').filter({ hasText: '96 seats' })).toBeVisible()

  await test.step('A stroke over three seats makes an aisle, undone as one', async () => {
    const from = await grid.getByRole('button', { name: 'Row A, seat 3', exact: true }).boundingBox()
    const to = await grid.getByRole('button', { name: 'Row A, seat 5', exact: true }).boundingBox()
    if (!from || !to) throw new Error('no seats')
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + 10, to.y + 10, { steps: 8 })
    await page.mouse.up()
    await expect(grid.getByRole('button', { name: /aisle$/ })).toHaveCount(3)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(grid.getByRole('button', { name: /aisle$/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect(page.getByRole('status').filter({ hasText: '93 seats' })).toBeVisible()
  })

  await test.step('The same by keyboard', async () => {
    await grid.getByRole('button', { name: 'Row B, seat 1', exact: true }).focus()
    await page.keyboard.press('w')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('b')
    await expect(grid.getByRole('button', { name: 'Row B, seat 1, wheelchair' })).toBeVisible()
    await expect(grid.getByRole('button', { name: 'Row B, seat 2, blocked' })).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(grid.getByRole('button', { name: 'Row B, seat 2', exact: true })).toBeVisible()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(grid.getByRole('rowheader').first()).toHaveText('B')
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Number the seats' }).click()
    await expect(grid.getByRole('row').first().getByRole('button').last()).toHaveText('9')
  })

  await test.step('It needs a name; then it is stored', async () => {
    await page.getByRole('button', { name: 'Add section' }).click()
    await page.getByRole('button', { name: 'Save layout' }).click()
    await expect(page.getByRole('alert')).toContainText('Name: write one')
    await page.getByLabel('Name', { exact: true }).fill('Opera <b>House</b>')
    await page.getByRole('button', { name: 'Save layout' }).click()
    await expect(page.getByText('Layout saved')).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/layouts\/[0-9a-f-]{36}$/)
    await page.getByRole('link', { name: 'All layouts' }).click()
    const card = cards.filter({ hasText: 'Opera <b>House</b>' })
    await expect(card).toContainText('133 seats in 2 sections, not used')
    await card.getByRole('button', { name: /^Preview/ }).click()
    await expect(page.getByRole('dialog').getByRole('img', { name: 'Seats of Opera <b>House</b>' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('Exported and imported it is the same', async () => {
    const card = cards.filter({ hasText: 'Opera <b>House</b>' })
    const download = page.waitForEvent('download')
    await choosesFromMenu(card, 'Export')
    const text = await readFile(await (await download).path(), 'utf8')
    const choose = (content: string): Promise<void> =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'hall.json', mimeType: 'application/json', buffer: Buffer.from(content) })
    await choose(text.replace('"code": "STAL"', '"code": "stalls"'))
    await expect(page.getByRole('alert')).toContainText('sections[0].code: not 1 to 4 of A-Z and 0-9')
    await choose(text)
    await expect(page.getByRole('heading', { level: 1, name: 'New layout' })).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Opera <b>House</b>')
    await expect(page.getByRole('status').filter({ hasText: '133 seats' })).toBeVisible()
    await page.getByRole('link', { name: 'All layouts' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await choosesFromMenu(card, 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Layout deleted successfully')).toBeVisible()
    await expect(card).toHaveCount(0)
  })
})
