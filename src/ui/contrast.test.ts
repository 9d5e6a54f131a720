import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

type Tokens = Map<string, string>

function coloursOf(css: string): Tokens {
  return new Map(
    [...css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\s*;/gi)].map((match) => [match[1] ?? '', match[2] ?? '']),
  )
}

const css = read('tokens.css')
const dark = css.indexOf('\n.dark {')
const light = coloursOf(css.slice(0, dark))
const themes: Record<'light' | 'dark', Tokens> = { light, dark: new Map([...light, ...coloursOf(css.slice(dark))]) }

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}
function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

/** Columns: text, ground, least ratio, measured ratios (light, dark). */
const pairs = read('contrast.txt')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [text = '', ground = '', floor, lightRatio, darkRatio] = line.split(/\s+/)
    return { text, ground, floor: Number(floor), measured: { light: Number(lightRatio), dark: Number(darkRatio) } }
  })

it('contrast reads the whole list', () => {
  expect(pairs.length).toBeGreaterThanOrEqual(46)
  expect(pairs.map(({ floor }) => floor)).toEqual(expect.arrayContaining([3, 4.5]))
})

it.each(pairs)(
  'contrast of $text on $ground stays above $floor in both themes',
  ({ text, ground, floor, measured }) => {
    for (const theme of ['light', 'dark'] as const) {
      const ink = themes[theme].get(text)
      const paper = themes[theme].get(ground)
      expect(ink, `--${text} in ${theme}`).toBeDefined()
      expect(paper, `--${ground} in ${theme}`).toBeDefined()
      const ratio = contrast(ink ?? '', paper ?? '')
      expect(ratio).toBeGreaterThanOrEqual(floor)
      expect(ratio, 'contrast.txt is not up to date').toBeCloseTo(measured[theme], 1)
    }
  },
)

it('contrast gives 21 for black on white', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
})

it('the button for other sites has the accent of both themes', () => {
  const [, light, dark] = /'(--accent:[^'|]+)\|([^']+)'/.exec(read('../button.ts'))!
  const used = (tokens = ''): string[] => tokens.split(';')
  const wanted = (theme: 'light' | 'dark', names: string[]): string[] =>
    names.map((name) => `--${name}:${themes[theme].get(name)}`)
  expect(used(light)).toEqual(wanted('light', ['accent', 'accent-ink', 'accent-hover']))
  expect(used(dark)).toEqual(wanted('dark', ['accent', 'accent-hover']))
})
