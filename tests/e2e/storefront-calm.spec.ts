import type { Page } from '@playwright/test'
import { rowsOf } from '../support/people/phone.ts'
import { measureShifts, MAX_SHIFT } from '../support/looks/shifts.ts'
import { expect, test } from '../support/stories/story.ts'

/** Words that are seen in the page's main part, without those of the organiser. */
const wordsSeen = (page: Page): Promise<string[]> =>
  page.getByRole('main').evaluate((main) => {
    const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const words: string[] = []
    while (walk.nextNode()) {
      const within = walk.currentNode.parentElement
      if (!within?.checkVisibility() || within.closest('.sr-only, [aria-label="About this concert"]')) continue
      words.push(...(walk.currentNode.nodeValue ?? '').split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))
    }
    return words
  })

test('On a phone a concert’s page says each fact once, in 90 words', async ({ visitor }) => {
  const { page } = visitor
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/concerts?q=Meher Qazi')
  await page.getByRole('main').getByRole('link', { name: 'Meher Qazi' }).first().click()
  await expect(page.getByRole('region', { name: 'About this concert' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Have a code?' })).toBeVisible()
  const words = await wordsSeen(page)
  expect(words.length, words.join(' ')).toBeLessThanOrEqual(90)
  await expect(page.getByText('Choose Seats', { exact: true }).filter({ visible: true })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Choose Seats', exact: true })).toBeInViewport()
})

test('On a phone the first concert to book is on home’s first screen', async ({ visitor }) => {
  const { page } = visitor
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const strip = page.getByRole('region', { name: /^(This weekend|Coming up)$/ })
  const bar = await page.getByRole('navigation', { name: 'Sections' }).boundingBox()
  const first = await strip.getByRole('listitem').first().boundingBox()
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('combobox', { name: 'Search' }).filter({ visible: true })).toHaveCount(1)
})

for (const size of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test(`Nothing jumps while home, event and cart load, first visit and later, ${size.width} px`, async ({
    visitor,
  }) => {
    const { page } = visitor
    await page.setViewportSize(size)
    const shift = await measureShifts(page)
    for (const visit of ['first', 'second']) {
      await page.goto('/')
      await expect(page.getByRole('region', { name: 'Meher Qazi' })).toBeVisible()
      expect(await shift(), `home, ${visit}`).toBeLessThan(MAX_SHIFT)
    }
    const event = await page.getByRole('region', { name: 'Meher Qazi' }).getByRole('link').first().getAttribute('href')
    await page.goto(event ?? '')
    await expect(page.getByRole('button', { name: /^Choose Seats, / }).first()).toBeVisible()
    expect(await shift(), 'event, first').toBeLessThan(MAX_SHIFT)
    await page.evaluate(() => scrollTo(0, 200))
    await page.reload()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(200)
    await expect(page.getByRole('button', { name: /^Choose Seats, / }).first()).toBeVisible()
    expect(await shift(), 'event, second').toBeLessThan(MAX_SHIFT)
    await page
      .getByRole('button', { name: /^Choose Seats/ })
      .first()
      .click()
    await page.getByRole('button', { name: /^Best (seat|2)/ }).click()
    await page.getByRole('button', { name: /^Add \d+ Seats? to Cart/ }).click()
    await page.goto('/cart')
    const line = page.getByRole('listitem').filter({ hasText: 'Not held yet' })
    await expect(line).toBeVisible()
    expect(await shift(), 'cart, first').toBeLessThan(MAX_SHIFT)
    expect(await page.evaluate(() => scrollY), 'a new page starts at its top').toBe(0)
    await page.reload()
    await expect(line).toBeVisible()
    expect(await shift(), 'cart, second').toBeLessThan(MAX_SHIFT)
  })
}

/**
 * Runs in the page before its own code: the database opens later than the 3 s that the page waits for it, but within the
 * 4 s of the first attempt. A second one would end near the 10 s after which the database counts as lost, with a notice.
 */
function opensLate(): void {
  const { open } = IDBFactory.prototype
  IDBFactory.prototype.open = function (this: IDBFactory, ...asked) {
    const request = open.apply(this, asked)
    const late = new EventTarget()
    request.addEventListener('success', () => setTimeout(() => late.dispatchEvent(new Event('success')), 3_300))
    Object.defineProperty(request, 'onsuccess', {
      set(heard: () => void) {
        late.addEventListener('success', () => heard.call(request))
      },
    })
    return request
  }
}

test('A database that opens late is not reported as blocked, and nothing jumps when it opens', async ({ visitor }) => {
  const { page } = visitor
  await page.setViewportSize({ width: 360, height: 740 })
  const shift = await measureShifts(page)
  await page.addInitScript(opensLate)
  await page.goto('/concerts')
  await expect(page.getByRole('button', { name: /^Book / }).first()).toBeVisible()
  await expect.poll(async () => (await rowsOf(page, 'events')).length).toBeGreaterThan(0)
  expect(await shift(), 'concerts').toBeLessThan(MAX_SHIFT)
  await expect(page.getByText('This browser does not let the shop store anything.')).toHaveCount(0)
})

test('With reduced motion nothing moves', async ({ visitor }) => {
  const { page } = visitor
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/faq')
  await expect(page.locator('main summary').first()).toBeVisible()
  // Changes of the whole page are immediate: fading every colour and size is motion, too.
  const moving = (change: string) =>
    page.evaluate((what) => {
      if (what === 'theme') document.documentElement.classList.toggle('dark')
      else document.querySelector<HTMLElement>('main summary')!.click()
      return document.getAnimations().map((one) => (one.effect as KeyframeEffect).target?.nodeName)
    }, change)
  expect(await moving('theme')).toEqual([])
  expect(await moving('answer')).toEqual([])
  await expect(page.locator('main details').first()).toHaveAttribute('open')
})
