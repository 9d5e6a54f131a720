import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** How long a page may take to adapt to a new size; a page that is too wide stays so. */
const SETTLES_MS = 10_000

const softly = expect.configure({ soft: true, timeout: SETTLES_MS })

/** Ends transitions, which falsify measurements, and makes later changes immediate. */
export async function stills(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(() => page.evaluate(() => document.getAnimations().length), 'still moving').toBe(0)
  await page.evaluate(() => document.fonts.ready)
}

/** Legacy mode looks into frames of this origin only, which is all there is, and opens no second page for its report. */
export async function axeFindings(page: Page, { grave = false } = {}): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations
    .filter(({ impact }) => !grave || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

/** Expects, softly, no sideways scrolling, once the page has adapted to its width. */
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
      // A fixed bar that is cut does not make the page scroll.
      const cut = widest.length > 0 && [...document.querySelectorAll('[data-bottom-bar] *')].some(reachesOut)
      return { width: innerWidth, sideways, widest: sideways > 0 || cut ? widest.slice(0, 5) : [] }
    })
  await softly
    .poll(measure, `${name}: pixels to scroll sideways at ${width} px`)
    .toEqual({ width, sideways: 0, widest: [] })
}

/** Expects, softly, that Safari zooms in on no field, as it does below 16 px; needs a context with `hasTouch`. */
export async function hasNoSmallField(page: Page, name: string): Promise<void> {
  const found = await page.evaluate(() => ({
    isCoarse: matchMedia('(pointer: coarse)').matches,
    small: [...document.querySelectorAll<HTMLElement>('input, select, textarea')]
      .filter((field) => !field.matches('[type=checkbox], [type=radio], [type=file], [type=hidden]'))
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => `${field.getAttribute('name') ?? field.id}: ${getComputedStyle(field).fontSize}`),
  }))
  expect.soft(found, `${name}: fields that Safari zooms in on`).toEqual({ isCoarse: true, small: [] })
}

/**
 * Expects both widths without sideways scrolling, and no finding of axe on the phone. The other theme differs by its colours
 * alone, which contrast.test.ts computes.
 */
export async function isSoundOnBothScreens(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await fitsItsWidth(page, name)
  await page.setViewportSize({ width: 360, height: 740 })
  await fitsItsWidth(page, name)
  await stills(page)
  expect(await axeFindings(page), name).toEqual([])
}
