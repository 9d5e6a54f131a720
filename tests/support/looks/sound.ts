import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

/** As a text: axe is compiled once a page that is loaded, which takes longer than most of its looks. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** How long a page may take to adapt to a new size; a page that is too wide stays so. */
const SETTLES_MS = 10_000

const softly = expect.configure({ soft: true, timeout: SETTLES_MS })

/** Ends transitions, which falsify measurements, and makes later changes immediate. */
export async function stills(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(() => page.evaluate(() => document.getAnimations().length), 'still moving').toBe(0)
  await page.evaluate(() => document.fonts.ready)
}

/** Leads to another page of the shop without loading it anew, which takes as long as a look at it. */
export const goesOn = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Returns what axe objects to on the page, which has no frames; with `grave` only what it calls serious or critical. */
export async function axeFindings(page: Page, { grave = false } = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const violations = await page.evaluate(async () => {
    const found = await (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] })
    return found.violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes.map((node) => node.html) }))
  })
  return violations
    .filter(({ impact }) => !grave || impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => `${id}: ${html.join(' ')}`)
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
