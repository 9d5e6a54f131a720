import type { Locator } from '@playwright/test'
import type { Shop } from '../support/server/shop.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { expect, test } from '../support/stories/story.ts'

const names = (seats: Locator): Promise<string[]> =>
  seats.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''))
const placeOf = (name: string): string => /^.*? seat \d+/.exec(name)?.[0] ?? name

/** The demo's largest hall. */
async function atTheCharbagh(shop: Shop): Promise<string> {
  const { client } = await demoPerson(shop, 'admin')
  const { data } = await client
    .from('event_list')
    .select('id')
    .like('venue', '%Charbagh%')
    .eq('status', 'scheduled')
    .gt('date', new Date().toISOString())
    .order('date')
    .limit(1)
    .single()
    .throwOnError()
  return data.id as string
}

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test(`A hall of a thousand seats is as usable as a small one, ${viewport.width} px wide`, async ({
    visitor,
    shop,
  }) => {
    const { page } = visitor
    await page.setViewportSize(viewport)
    await page.goto(`/events/${await atTheCharbagh(shop)}`)
    const { picker } = await visitor.opensSeats('Lawn')
    const grid = picker.getByRole('grid')
    const chips = picker.getByRole('list', { name: 'Your seats' }).getByRole('button')
    const free = grid.getByRole('button', { name: /, available$/ })

    await expect.poll(() => free.count()).toBeGreaterThan(20)
    expect(await grid.getByRole('row').count()).toBeLessThan(Number(await grid.getAttribute('aria-rowcount')))
    const before = await names(grid.getByRole('button'))
    const first = placeOf((await names(free))[5] ?? '')
    await grid.getByRole('button', { name: `${first},` }).click()
    await expect(chips).toHaveCount(1)
    await expect(grid.getByRole('button', { name: `${first},` })).toHaveAccessibleName(/, selected$/)
    await expect(grid.getByRole('gridcell', { name: `${first},`, selected: true })).toHaveCount(1)

    await picker.getByRole('button', { name: 'Move down' }).click()
    const news = async (): Promise<string[]> => (await names(free)).filter((name) => !before.includes(name))
    await expect.poll(async () => (await news()).length).toBeGreaterThan(20)
    // While the map moves, what is above is about to leave.
    const second = placeOf((await news()).at(-6) ?? '')
    await grid.getByRole('button', { name: `${second},` }).click()
    await expect(chips).toHaveCount(2)
    await expect(grid.getByRole('button', { name: `${second},` })).toBeFocused()

    await page.keyboard.press('Control+Home')
    await expect(page.locator(':focus')).toHaveAccessibleName(/row A seat 1,/)
    await page.keyboard.press('ArrowDown')
    await expect(page.locator(':focus')).toHaveAccessibleName(/row B seat 1,/)
    await page.keyboard.press('Control+End')
    await expect(page.locator(':focus')).not.toHaveAccessibleName(/row [AB] seat 1,/)
    const last = placeOf((await page.locator(':focus').getAttribute('aria-label')) ?? '')
    expect(before.map(placeOf)).not.toContain(last)

    // While zooming the buttons stay over their seats, from the first frame on.
    const { stretched, settled } = await picker.getByRole('button', { name: 'Zoom in' }).evaluate(middlesAfterPress)
    expect(stretched.width).toBeGreaterThan(35)
    expect(Math.abs(stretched.width - settled.width)).toBeLessThan(4)
    expect(Math.abs(stretched.x - settled.x)).toBeLessThan(4)
    expect(Math.abs(stretched.y - settled.y)).toBeLessThan(4)
    await picker.getByRole('button', { name: 'Zoom out' }).click()

    // Zoomed out too far to hit a seat, a press zooms in and chooses nothing.
    await picker.getByRole('button', { name: 'Whole map' }).click()
    const width = async (): Promise<number> => (await grid.getByRole('button').first().boundingBox())?.width ?? 0
    await expect.poll(width).toBeLessThan(24)
    const far = await width()
    // The focused seat is not in the middle of the pane.
    const pane = (await picker.locator('.seat-pane').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.click(pane.x + pane.width / 2, pane.y + pane.height / 2)
    await expect.poll(width).toBeGreaterThan(far)
    await expect(chips).toHaveCount(2)

    // A desktop at 200%: the map keeps its height, and the page scrolls below it.
    await page.setViewportSize({ width: 640, height: 400 })
    const height = async (): Promise<number> => (await picker.locator('.seat-pane').boundingBox())?.height ?? 0
    await expect.poll(height).toBeGreaterThan(150)
    const add = picker.getByRole('button', { name: /^Add 2 Seats to Cart/ })
    await add.scrollIntoViewIfNeeded()
    await expect(add).toBeInViewport({ ratio: 1 })
  })
}

interface Middle {
  x: number
  y: number
  width: number
}

async function middlesAfterPress(button: Element): Promise<{ stretched: Middle; settled: Middle }> {
  const look = (): Middle => {
    const seat = document.querySelector('[role="grid"] button[tabindex="0"]')
    const { left, top, width, height } = seat?.getBoundingClientRect() ?? new DOMRect()
    return { x: left + width / 2, y: top + height / 2, width }
  }
  ;(button as HTMLButtonElement).click()
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const stretched = look()
  if (document.querySelector<HTMLElement>('[role="grid"]')?.style.transform === '') throw new Error('not stretched')
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  if (document.querySelector<HTMLElement>('[role="grid"]')?.style.transform !== '') throw new Error('still stretched')
  return { stretched, settled: look() }
}
