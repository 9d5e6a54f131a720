// `npm run migration -- what_changes`: writes the next migration from changes of supabase/schema. It only names tables,
// columns, constraints and indexes: those are written by hand, because rows may be in them.
// `npm run migration -- --baseline`: replaces all migrations by one that makes supabase/schema. Only before 1.0.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { makeDatabase, sqlFiles } from './build.ts'
import { readCatalog } from './catalog.ts'
import { differenceOf } from './difference.ts'
import { baselineText, migrationText, nextName } from './migration-text.ts'

const folder = fileURLToPath(new URL('../migrations/', import.meta.url))
const about = process.argv[2] ?? ''

function fail(why: string): never {
  console.error(why)
  process.exit(2)
}

function writeBaseline(): void {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  if (!version.startsWith('0.')) fail(`Shops of version ${version} hold data: their migrations stay.`)
  for (const name of readdirSync(folder)) rmSync(folder + name)
  const file = nextName(folder, 'baseline', new Date())
  writeFileSync(folder + file, baselineText(sqlFiles('schema')))
  console.log(`supabase/migrations/${file}`)
}

async function writeNext(): Promise<void> {
  const [journal, schema] = [await makeDatabase('migrations'), await makeDatabase('schema')]
  const difference = differenceOf(await readCatalog(journal), await readCatalog(schema))
  if (difference.names.length === 0) {
    console.log('supabase/schema and supabase/migrations say the same: there is nothing to write.')
    return
  }
  const file = nextName(folder, about, new Date())
  writeFileSync(folder + file, migrationText(difference))
  console.log(`supabase/migrations/${file}`)
  if (difference.byHand.length > 0) console.log(`To be written by hand at its top: ${difference.byHand.join(', ')}.`)
}

if (about === '--baseline') writeBaseline()
else if (/^[a-z][a-z0-9_]{2,40}$/.test(about)) await writeNext()
else fail('Say in a few words what changes: npm run migration -- names_of_gates')
process.exit(0)
