import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as hi from './hi.ts'

/** Keys that no text uses, whole ('cart.title') or by a template such as `settings.region.${region}.hint`. */
function unused(keys: readonly string[], texts: readonly string[]): string[] {
  const whole = new Set(
    texts.flatMap((text) => [...text.matchAll(/['"]([a-z]\w*\.[\w.]+)['"]/gi)].map(([, key]) => key)),
  )
  const templates = texts
    .flatMap((text) => [...text.matchAll(/`([a-z]\w*\.[\w.]*\$\{[^`]*)`/gi)].map(([, template]) => template ?? ''))
    .map((template) => new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w.]+')}$`))
  return keys.filter((key) => !whole.has(key) && !templates.some((template) => template.test(key)))
}

describe('an unused message', () => {
  it('is found', () => {
    const texts = ["t('cart.title')", 't(`cart.state.${state}`)', "label: 'cart.more'"]
    expect(unused(['cart.title', 'cart.state.sold', 'cart.more', 'cart.most', 'cart.state'], texts)).toEqual([
      'cart.most',
      'cart.state',
    ])
  })

  it('does not exist', () => {
    const src = fileURLToPath(new URL('../..', import.meta.url))
    const texts = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith('ui/messages/'))
      .map((path) => readFileSync(join(src, path), 'utf8'))
    expect(unused(Object.keys(hi.messages), texts)).toEqual([])
  })
})
