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
    await grid.scrollIntoViewIfNeeded()
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

test('Staff begin with a hall like theirs, put a section where it is, and import a seating plan of pretix', async ({
  staff,
}) => {
  const { page } = staff
  await page.goto('/admin/layouts/new')
  await page.getByRole('button', { name: 'Black box' }).click()
  await expect(page.getByRole('status').filter({ hasText: '108 seats' })).toBeVisible()
  const plan = page.getByRole('group', { name: 'Plan of the hall' })
  const wall = plan.getByRole('button', { name: /^Left wall/ })
  await expect(wall).toHaveAccessibleName('Left wall: -8 across, 3.5 down, turned by 90°')

  await test.step('By keyboard, by number, and by hand', async () => {
    await wall.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press(']')
    await expect(wall).toHaveAccessibleName('Left wall: -8.5 across, 3.5 down, turned by 95°')
    await expect(page.getByLabel('Across', { exact: true })).toHaveValue('-8.5')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(wall).toHaveAccessibleName('Left wall: -8 across, 3.5 down, turned by 90°')
    await page.getByLabel('Down', { exact: true }).fill('5')
    await expect(wall).toHaveAccessibleName('Left wall: -8 across, 5 down, turned by 90°')
    await wall.scrollIntoViewIfNeeded()
    const box = await wall.boundingBox()
    if (!box) throw new Error('no section')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 60, { steps: 5 })
    await page.mouse.up()
    await expect(wall).toHaveAccessibleName(/^Left wall: -8 across, (?!5 down)/)
    await page.getByLabel('Curve', { exact: true }).fill('1')
    await page.getByRole('button', { name: 'One below the other' }).click()
    await expect(wall).toHaveAccessibleName(/turned by 0°$/)
    await expect(page.getByLabel('Curve', { exact: true })).toHaveValue('1')
  })

  await test.step('What a plan says that a layout cannot is said before it is saved', async () => {
    const seat = (number: string, x: number) => ({
      ...{ seat_guid: `a${x}`, seat_number: number, category: 'Gold' },
      position: { x, y: 0 },
    })
    const rows = [{ row_number: '1', position: { x: 0, y: 0 }, seats: [seat('7', 0), seat('7', 25)] }]
    const zones = [{ name: 'Stalls', position: { x: 0, y: 0 }, rows }]
    await page.goto('/admin/layouts')
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'plan.json', mimeType: 'application/json' },
      buffer: Buffer.from(JSON.stringify({ name: 'Town hall', categories: [{ name: 'Gold' }], zones })),
    })
    const notes = page.getByRole('status').filter({ hasText: 'The file was read' })
    await expect(notes).toContainText('Stalls: row 1 is called A here, from the front.')
    await expect(notes).toContainText('Stalls: seats of row A are numbered 1, 2, 3 … from the left here')
    await page.getByRole('button', { name: 'Save layout' }).click()
    await expect(page.getByText('Layout saved')).toBeVisible()
    await expect(notes).toHaveCount(0)
  })
})
