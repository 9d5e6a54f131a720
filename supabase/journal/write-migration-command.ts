// `npm run migration -- what_changes`: writes the next migration from changes of supabase/schema. It only names tables,
// columns, constraints and indexes: those are written by hand, because rows may be in them.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { makeDatabase } from './build.ts'
import { readCatalog } from './catalog.ts'
import { differenceOf } from './difference.ts'
import { migrationText, nextName } from './migration-text.ts'

const about = process.argv[2] ?? ''
if (!/^[a-z][a-z0-9_]{2,40}$/.test(about)) {
  console.error('Say in a few words what changes: npm run migration -- names_of_gates')
  process.exit(2)
}
const [journal, schema] = [await makeDatabase('migrations'), await makeDatabase('schema')]
const after = await readCatalog(schema)
const difference = differenceOf(await readCatalog(journal), after)
if (difference.names.length === 0) {
  console.log('supabase/schema and supabase/migrations say the same: there is nothing to write.')
  process.exit(0)
}
const folder = fileURLToPath(new URL('../migrations/', import.meta.url))
const file = nextName(folder, about, new Date())
writeFileSync(folder + file, migrationText(difference, [...(after.get('function') ?? new Map()).keys()]))
console.log(`supabase/migrations/${file}`)
if (difference.byHand.length > 0) console.log(`To be written by hand at its top: ${difference.byHand.join(', ')}.`)
process.exit(0)
