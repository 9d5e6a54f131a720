type Rgb = readonly [red: number, green: number, blue: number]

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}
const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** Returns the contrast of two colours as WCAG 2.2 defines it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** Returns `from` with a share of `to`, 0 to 1. */
function mix(from: string, to: string, share: number): string {
  const [a, b] = [rgbOf(from), rgbOf(to)]
  const part = (at: 0 | 1 | 2): number => a[at] + (b[at] - a[at]) * share
  return hexOf([part(0), part(1), part(2)])
}

const TEXT = 4.5
const SEEN = 3
/** The least that the field of a button differs from the page; its text names it. */
const FIELD = 1.5
const INKS = ['#1a1404', '#ffffff']
/** Of ui/tokens.css: the page, the ground on which coloured text is hardest to read, and where that text moves. */
const themes = {
  light: { surface: '#fdfdfb', hardest: '#f2f2ee', away: '#000000' },
  dark: { surface: '#101115', hardest: '#1e2027', away: '#ffffff' },
} as const

const inkOn = (field: string): string | undefined => INKS.find((ink) => contrast(ink, field) >= TEXT)

/** Moves a colour to another in steps until it fits, which the other does. */
function until(fits: (hex: string) => boolean, from: string, to: string): string {
  for (let share = 0; share < 1; share += 0.04) if (fits(mix(from, to, share))) return mix(from, to, share)
  return to
}

/** Returns why '#rrggbb' cannot be the accent; null when it can. The database has the same rule. */
export function accentProblem(hex: string): 'form' | 'text' | 'page' | null {
  if (!/^#[0-9a-f]{6}$/.test(hex)) return 'form'
  if (!inkOn(hex)) return 'text'
  return contrast(hex, themes.light.surface) < FIELD ? 'page' : null
}

/** Returns the accent's tokens of a theme, by name without dashes. */
export function accentTokens(hex: string, theme: keyof typeof themes): Record<string, string> {
  const { surface, hardest, away } = themes[theme]
  const seen = (field: string): boolean => theme === 'light' || contrast(field, surface) >= SEEN
  const accent = until((field) => seen(field) && inkOn(field) !== undefined, hex, away)
  const ink = inkOn(accent) ?? INKS[0]!
  const further = ink === '#ffffff' ? '#000000' : '#ffffff'
  const soft = mix(surface, accent, 0.12)
  const isRead = (text: string): boolean => [surface, hardest, soft].every((ground) => contrast(text, ground) >= TEXT)
  return {
    accent,
    'accent-hover': mix(accent, further, 0.15),
    'accent-press': mix(accent, further, 0.08),
    'accent-ink': ink,
    'accent-text': until(isRead, accent, away),
    'accent-soft': soft,
  }
}

/** Returns the style sheet of an accent, for both themes; '' without one. It wins over ui/tokens.css wherever it is. */
export function accentCss(hex: string): string {
  if (hex === '') return ''
  const rule = (selector: string, theme: keyof typeof themes): string =>
    `${selector}{${Object.entries(accentTokens(hex, theme))
      .map(([name, value]) => `--${name}:${value}`)
      .join(';')}}`
  return rule('html:root', 'light') + rule('html.dark', 'dark')
}

/** Returns field and ink of the light theme in a style sheet of `accentCss`; null in an empty one. */
export function accentOf(css: string): { field: string; ink: string } | null {
  const [, field, ink] = /--accent:(#[0-9a-f]{6});.*?--accent-ink:(#[0-9a-f]{6})/.exec(css) ?? []
  return field !== undefined && ink !== undefined ? { field, ink } : null
}

/** Returns the colours of the button on other sites in a style sheet of `accentCss`: of the light theme, `|`, of the dark one. */
export const buttonColours = (css: string): string =>
  [...css.matchAll(/\{([^}]*)\}/g)]
    .map(([, tokens = '']) => tokens.split(';').filter((token) => /^--accent(-ink|-hover)?:/.test(token)))
    .map((tokens) => tokens.join(';'))
    .join('|')
