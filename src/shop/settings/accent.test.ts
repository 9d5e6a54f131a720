import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { accentCss, accentProblem, accentTokens, contrast } from './accent.ts'

const css = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8')
const dark = css.indexOf('\n.dark {')
const inks = (sheet: string) => ['ink', 'ink-muted'].map((name) => new RegExp(`--${name}: (#\\w+)`).exec(sheet)![1]!)
const themes = [
  ['light', inks(css.slice(0, dark))],
  ['dark', inks(css.slice(dark))],
] as const

it('an accent is refused when no text can be read on it, and when it is as the page is', () => {
  expect(['orange', '#fff', '#FFFFFF', ''].map(accentProblem)).toEqual(['form', 'form', 'form', 'form'])
  expect(['#787878', '#777777'].map(accentProblem)).toEqual(['text', 'text'])
  expect(['#ffffff', '#ffee88'].map(accentProblem)).toEqual(['page', 'page'])
  expect(['#f7a600', '#1c3f99', '#000000', '#b91f17'].map(accentProblem)).toEqual([null, null, null, null])
})

it('whatever accent is taken, its texts can be read in both themes', () => {
  const steps = [0, 51, 102, 153, 204, 255].map((part) => part.toString(16).padStart(2, '0'))
  const all = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))
  const taken = all.filter((hex) => accentProblem(hex) === null)
  expect(taken.length).toBeGreaterThan(100)
  for (const hex of taken)
    for (const [theme, ofPage] of themes) {
      const { accent, ...tokens } = accentTokens(hex, theme)
      const pairs = [
        ...[accent, tokens['accent-hover'], tokens['accent-press']].map((field) => [tokens['accent-ink'], field]),
        ...[...ofPage, tokens['accent-text']].map((text) => [text, tokens['accent-soft']]),
      ]
      for (const [text, ground] of pairs)
        expect(contrast(text!, ground!), `${text} on ${ground}, ${theme}, ${hex}`).toBeGreaterThanOrEqual(4.5)
    }
})

it('the style sheet has every token of both themes', () => {
  expect(accentCss('')).toBe('')
  expect(accentCss('#1c3f99')).toMatch(
    /^html:root\{--accent:#1c3f99;(--accent-\w+:#\w{6};?){5}\}html\.dark\{--accent:#/,
  )
})
