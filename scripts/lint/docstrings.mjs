/**
 * Refuses a doc comment of an exported function whose first sentence has no verb: what a function does, returns or refuses is
 * a sentence ('Returns the price; null without one.'), not a half of one ('Null without a price.').
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DOCUMENTED =
  /\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\s*\nexport (?:default )?(?:async )?(?:function (\w+)|const (\w+)[^\n]*(?:=>|= (?:async )?\())/g
const VERB = /\b(?:is|are|was|were|be|has|have|can|cannot|may|must|does|do|will|would|gets?|goes)\b|n't\b|^\w*[a-z]s\b/i

/** Returns the functions of a file whose doc comment begins without a verb. */
export function withoutVerb(text) {
  return [...text.matchAll(DOCUMENTED)].flatMap(([, comment, func, arrow]) => {
    const [first] = comment
      .replace(/\n\s*\* ?/g, ' ')
      .trim()
      .split(/(?<=[.;:?!])\s/)
    return VERB.test(first) ? [] : [func ?? arrow]
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const wrong = ['src', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((path) => join(folder, path).replaceAll('\\', '/'))
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path))
      .flatMap((path) =>
        withoutVerb(readFileSync(join(root, path), 'utf8')).map(
          (name) => `${path}: the doc comment of ${name} begins without a verb.`,
        ),
      ),
  )
  for (const line of wrong) console.error(line)
  if (wrong.length === 0) console.log('The doc comments of exported functions are sentences.')
  process.exitCode = wrong.length === 0 ? 0 : 1
}
