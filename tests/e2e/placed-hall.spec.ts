import { randomUUID } from 'node:crypto'
import { hallTemplates } from '../../src/shop/layouts/templates/hall-templates.ts'
import { publishConcert } from '../support/sales/concerts.ts'
import { expect, test } from '../support/stories/story.ts'

for (const [name, side] of [
  ['Black box', 'Left wall'],
  ['Arena', 'West'],
] as const) {
  test(`In a hall like ${name} seats are where they are, chosen by hand and by keyboard`, async ({ visitor, shop }) => {
    const { data } = hallTemplates.find((template) => template.name === name)!
    const codes = data.sections.map(({ code }) => code)
    const atSide = data.sections.find((section) => section.name === side)!.code
    const { id } = await publishConcert(
      shop,
      [
        { name: 'Main', price: 900, kind: 'sections', section_ids: codes.filter((code) => code !== atSide) },
        { name: 'Side', price: 500, kind: 'sections', section_ids: [atSide] },
      ],
      { hall: { id: randomUUID(), name: `${name} ${randomUUID()}`, layout_data: data } },
    )
    const { page } = visitor
    await page.goto(`/events/${id}`)
    const { picker } = await visitor.opensSeats('Side')
    const grid = picker.getByRole('grid')
    const seat = (number: number) => grid.getByRole('button', { name: new RegExp(`^${side}, row B seat ${number},`) })
    const chips = picker.getByRole('list', { name: 'Your seats' }).getByRole('button')
    await expect(picker.getByText('Stage', { exact: true })).toBeVisible()

    // The section is turned by a quarter: its row goes down the screen.
    const [first, second] = [await seat(1).boundingBox(), await seat(2).boundingBox()]
    if (!first || !second) throw new Error('no seats')
    expect(Math.abs(first.x - second.x)).toBeLessThan(1)
    expect(second.y - first.y).toBeGreaterThan(20)

    await page.mouse.click(first.x + first.width / 2, first.y + first.height / 2)
    await expect(chips).toHaveCount(1)
    await expect(seat(1)).toHaveAccessibleName(/, selected$/)
    await expect(seat(1)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(seat(2)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(chips).toHaveCount(2)

    await picker.getByRole('button', { name: 'As a list' }).filter({ visible: true }).click()
    await expect(picker.getByRole('button', { name: new RegExp(`^${side}, row B`) })).toBeVisible()
  })
}
