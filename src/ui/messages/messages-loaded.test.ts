import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { en } from './en.ts'

const src = fileURLToPath(new URL('../..', import.meta.url))
const name = (path: string): string => relative(src, path)

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path))
  .map((path) => join(src, path))

const nounOfKey = new Map<string, string>()
for (const file of readdirSync(join(src, 'ui/messages/with'), { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.ts')) continue
  const noun = file.replace('.ts', '')
  const loader = join(src, 'ui/messages/with', file)
  for (const [, english] of readFileSync(loader, 'utf8').matchAll(/'((?:\.\.\/)+en\/[^']+)'/g)) {
    const text = readFileSync(join(dirname(loader), english ?? ''), 'utf8')
    for (const [, key] of text.matchAll(/^ {2}'([\w.]+)':/gm)) if (key) nounOfKey.set(key, noun)
  }
}
const prefixes = new Map([...nounOfKey].map(([key, noun]) => [key.split('.')[0] ?? '', noun]))

interface Parsed {
  imports: string[]
  lazily: string[]
  nouns: Set<string>
}

const resolve = (from: string, specifier: string): string | null => {
  const path = specifier.startsWith('#') ? join(src, specifier.slice(1)) : join(dirname(from), specifier)
  return /\.tsx?$/.test(path) && existsSync(path) ? path : null
}

/** The nouns that a text uses, by whole keys and by the beginning of a template such as `seats.state.${state}`. */
function nounsIn(text: string): Set<string> {
  const nouns = new Set<string>()
  for (const [, key] of text.matchAll(/'([a-z][\w]*\.[\w.]+)'/gi)) {
    const noun = nounOfKey.get(key ?? '')
    if (noun) nouns.add(noun)
  }
  for (const [, prefix] of text.matchAll(/`([a-z]\w*)\.[\w.]*\$\{/gi)) {
    const noun = prefixes.get(prefix ?? '')
    if (noun) nouns.add(noun)
  }
  return nouns
}

function parse(path: string): Parsed {
  const text = readFileSync(path, 'utf8')
  const found = (pattern: RegExp): string[] =>
    [...text.matchAll(pattern)].map((match) => resolve(path, match[1] ?? '')).filter((one) => one !== null)
  return {
    imports: found(/^(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm),
    lazily: found(/\bimport(?:\.meta\.glob[^(]*)?\(\s*['"]([^'"]+)['"]\s*\)/g),
    nouns: path.includes('/messages/') ? new Set() : nounsIn(text),
  }
}

const parsed = new Map(files.map((path) => [path, parse(path)]))

function closure(root: string): Set<string> {
  const seen = new Set<string>()
  const visit = (path: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    for (const next of parsed.get(path)?.imports ?? []) visit(next)
  }
  visit(root)
  return seen
}

describe('messages that come later', () => {
  const first = closure(join(src, 'main.tsx'))
  const roots = [join(src, 'main.tsx'), ...new Set([...parsed.values()].flatMap(({ lazily }) => lazily))]

  it('finds the chunks of the app', () => {
    expect(roots.length).toBeGreaterThan(8)
    expect(nounOfKey.size).toBeGreaterThan(100)
  })

  it('are loaded by every chunk that uses one', () => {
    const forgotten: string[] = []
    for (const root of roots) {
      const chunk = closure(root)
      for (const path of chunk)
        for (const noun of parsed.get(path)?.nouns ?? []) {
          const loader = join(src, 'ui/messages/with', `${noun}.ts`)
          if (!chunk.has(loader) && !first.has(loader))
            forgotten.push(`${name(path)} says ${noun}.*, but ${name(root)} does not load it`)
        }
    }
    expect(forgotten).toEqual([])
  })

  it('are not part of the first page', () => {
    expect([...first].map(name).filter((path) => /messages\/en\//.test(path))).toEqual(
      expect.not.arrayContaining(['ui/messages/en/buying/checkout.ts', 'ui/messages/en/buying/wallet.ts']),
    )
    expect(Object.keys(en).length).toBeGreaterThan(50)
  })
})
