/** A key that an object has twice: where it is, and the lines of the first and of this one. */
interface RepeatedKey {
  path: string[]
  lines: [number, number]
}

interface Level {
  /** Lines of the keys of an object so far; null in a list. */
  keys: Map<string, number> | null
  /** The key, or the number from 1 in a list, of the value that is read. */
  step: string | number
}

/** Returns the keys that come twice in one object of a text that is JSON. `JSON.parse` keeps the last without a word. */
export function repeatedKeys(text: string): RepeatedKey[] {
  const found: RepeatedKey[] = []
  const levels: Level[] = []
  let line = 1
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[[\]{},\n]/gs)) {
    const level = levels.at(-1)
    if (token === '{') levels.push({ keys: new Map(), step: '' })
    else if (token === '[') levels.push({ keys: null, step: 1 })
    else if (token === '}' || token === ']') levels.pop()
    else if (token === ',' && typeof level?.step === 'number') level.step += 1
    else if (token.endsWith(':') && level?.keys) {
      level.step = JSON.parse(token.slice(0, -1)) as string
      const first = level.keys.get(level.step)
      if (first !== undefined) found.push({ path: levels.map(({ step }) => String(step)), lines: [first, line] })
      level.keys.set(level.step, first ?? line)
    }
    if (/\s/.test(token)) line += token.split('\n').length - 1
  }
  return found
}
