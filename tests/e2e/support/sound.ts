import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** How long a page that has just been given another size may take to have it; one that is too wide stays too wide. */
const SETTLES_MS = 10_000

const softly = expect.configure({ soft: true, timeout: SETTLES_MS })

/**
 * Stills the page: what is on its way to another colour or place is neither here nor there, and no measure of it is
 * true. From then on everything changes at once.
 */
export async function stills(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(() => page.evaluate(() => document.getAnimations().length), 'still moving').toBe(0)
  await page.evaluate(() => document.fonts.ready)
}

/** What axe objects to on the page as it stands, each with the elements; `grave` leaves out what is minor or moderate. */
export async function objectionsOfAxe(page: Page, { grave = false } = {}): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
  return violations
    .filter(({ impact }) => !grave || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

/** Nothing to scroll sideways, softly: measured once the page has the width that it was given last. */
export async function fitsItsWidth(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width
  const measure = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      const reachesOut = (element: Element) => element.getBoundingClientRect().right > clientWidth + 0.25
      const widest = [...document.body.querySelectorAll('*')]
        .filter((element) => reachesOut(element) && ![...element.children].some(reachesOut))
        .map((element) => `<${element.tagName} class="${element.getAttribute('class')}"> ${element.textContent}`)
      const sideways = Math.max(0, scrollWidth - clientWidth)
      return { width: innerWidth, sideways, widest: sideways > 0 ? widest.slice(0, 5) : [] }
    })
  await softly
    .poll(measure, `${name}: pixels to scroll sideways at ${width} px`)
    .toEqual({ width, sideways: 0, widest: [] })
}

/** On a small phone and on a desktop: nothing that axe objects to, and nothing to scroll sideways. */
export async function isSoundOnBothScreens(page: Page, name: string): Promise<void> {
  for (const size of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    await fitsItsWidth(page, name)
    await stills(page)
    expect(await objectionsOfAxe(page), `${name} at ${size.width} px`).toEqual([])
  }
}
