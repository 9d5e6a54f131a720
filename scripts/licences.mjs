// Lists a shop's packages in docs/licences.md. `--check` fails when it is stale or a licence is not allowed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

/** Permissive, or (OFL, MPL, LGPL) requiring only that changes of the package itself are shared. */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/** Packages that say their licence in a file alone. */
const inFile = { 'png-js': 'MIT' }

/** Falls back to the lock file for a package that is not installed (another platform's). */
function licenceOf(path, entry) {
  const file = join(root, path, 'package.json')
  const said = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : entry
  const licence = said.license ?? said.licenses ?? entry.license ?? inFile[said.name]
  if (Array.isArray(licence)) return licence.map((one) => one.type ?? one).join(' OR ')
  return typeof licence === 'object' && licence !== null ? licence.type : (licence ?? 'not said')
}

/** True when any part of an OR, or all parts of an AND, are allowed. */
const isAllowed = (licence) =>
  licence
    .replaceAll(/[()]/g, '')
    .split(/ OR /i)
    .some((choice) => choice.split(/ AND /i).every((one) => allowed.includes(one.trim())))

const rows = Object.entries(lock.packages)
  .filter(([path, entry]) => path !== '' && !entry.dev && !entry.optional && !entry.devOptional && !entry.link)
  .map(([path, entry]) => ({
    // `overrides` in package.json can put another package here.
    name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: entry.version,
    licence: licenceOf(path, entry),
  }))
  .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1))

const table = [...new Set(rows.map((row) => `| ${row.name} | ${row.version} | ${row.licence} |`))]
const text = `# Licences

What a shop runs with, as each package says itself. Written by \`node scripts/licences.mjs\`; \`npm test\` checks it. Packages of
one platform (native parts of the build) and those for development alone are not in a shop and not in this list. The typeface
Anek is under the Open Font Licence (\`src/ui/fonts\`); Mehfil itself is under the MIT licence.

| Package | Version | Licence |
| --- | --- | --- |
${table.join('\n')}
`
const file = join(root, 'docs', 'licences.md')
const odd = rows.filter((row) => !isAllowed(row.licence))
for (const row of odd)
  console.error(`${row.name} ${row.version}: ${row.licence} is not among the licences this project takes.`)
if (!process.argv.includes('--check')) {
  writeFileSync(file, text)
  console.log(`Wrote docs/licences.md: ${table.length} packages`)
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error('docs/licences.md is stale: run `node scripts/licences.mjs` and commit the result.')
  process.exit(1)
} else {
  console.log(`docs/licences.md names all ${table.length} packages.`)
}
process.exit(odd.length > 0 ? 1 : 0)
