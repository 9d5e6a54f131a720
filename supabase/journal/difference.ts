import type { Catalog } from './catalog.ts'

export interface Difference {
  /** Turn the first database into the second, in this order; rights follow after them. */
  statements: string[]
  /** What is written by hand: tables, columns, constraints, indexes, first rows. */
  byHand: string[]
  names: string[]
}

const RIGHTS = /^rights /

/** Compares two databases. Drops, in reverse order, and creates again what changed its shape. */
export function differenceOf(before: Catalog, after: Catalog): Difference {
  const drops: string[] = []
  const makes: string[] = []
  const byHand: string[] = []
  const names: string[] = []
  const remade = new Set<string>()
  for (const [kind, things] of after) {
    const old = before.get(kind) ?? new Map<string, never>()
    const gone = [...old].filter(([name]) => !things.has(name))
    for (const [name, thing] of gone) {
      names.push(`${kind} ${name}`)
      if (thing.drop === null) {
        if (!RIGHTS.test(kind)) byHand.push(`${kind} ${name} (gone)`)
      } else if (kind !== 'comment' || isThere(after, name)) drops.unshift(thing.drop)
    }
    for (const [name, thing] of things) {
      const was = old.get(name)
      const again = kind === 'comment' && [...remade].some((other) => plain(name).endsWith(` ${plain(other)}`))
      if (was?.text === thing.text && !again) continue
      if (was?.text !== thing.text) names.push(`${kind} ${name}`)
      if (thing.make === null) {
        if (!RIGHTS.test(kind)) byHand.push(`${kind} ${name}`)
        continue
      }
      if (was && was.shape !== thing.shape && was.drop !== null) {
        drops.unshift(was.drop)
        remade.add(name)
      }
      makes.push(thing.make)
    }
  }
  return { statements: [...drops, ...makes], byHand, names }
}

/** Catalogs name the same thing with and without these schemas. */
const plain = (name: string): string => name.replaceAll(/\b(pg_catalog|public)\./g, '')

/** True when a comment's thing ('function private.x()') still exists. */
function isThere(catalog: Catalog, about: string): boolean {
  const [kind = '', ...rest] = about.split(' ')
  const known = catalog.get(kind)
  return known === undefined || known.has(rest.join(' '))
}
