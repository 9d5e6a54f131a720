// `npm run bench` measures the parts in tests/bench; words choose parts by name, `--write` updates docs/benchmarks.md.
// Exits with 1 when a measure is over its bar or a part fails.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, modernNode, root } from './install.mjs'

/** Benches are TypeScript: run this file again on a Node that reads it. */
if (!process.env.MEHFIL_BENCH) {
  ensureInstalled('.', { development: true })
  ensureInstalled('tests')
  await ensureBuilt()
  const { status } = spawnSync(modernNode(), [process.argv[1], ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, MEHFIL_BENCH: '1' },
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}

const write = process.argv.includes('--write')
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const folder = join(root, 'tests', 'bench')
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts') && (words.length === 0 || words.some((word) => file.includes(word))))
  .sort()
if (files.length === 0) {
  console.error(`No bench is called ${words.join(' or ')}.`)
  process.exit(2)
}

function aligned({ head, rows }) {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)))
  return all.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  '),
  )
}

let over = 0
const parts = []
for (const file of files) {
  const began = Date.now()
  const { name, note, needs, run } = await import(pathToFileURL(join(folder, file)).href)
  console.log(`\n── ${name}`)
  if (needs) ensureInstalled(needs)
  try {
    const found = await run()
    const { tables, measures } = Array.isArray(found) ? { tables: [], measures: found } : found
    const seconds = Math.round((Date.now() - began) / 1000)
    for (const table of tables) console.log([`\n${table.title}`, ...aligned(table)].join('\n'))
    console.log('')
    const width = Math.max(...measures.map((measure) => measure.what.length))
    for (const { what, value, bar, ok } of measures) {
      if (ok === false) over += 1
      const verdict = ok === undefined ? '' : ok ? `  within ${bar}` : `  OVER ${bar}`
      console.log(`${what.padEnd(width)}  ${value}${verdict}`)
    }
    console.log(`(${seconds} s)`)
    parts.push({ name, note, tables, measures, seconds })
  } catch (error) {
    over += 1
    console.error(`Could not be measured: ${error instanceof Error ? error.stack : String(error)}`)
    parts.push({ name, note, tables: [], measures: [], failed: error instanceof Error ? error.message : String(error) })
  }
}
if (write) {
  const { writeBenchmarks } = await import(pathToFileURL(join(folder, 'write-benchmarks.ts')).href)
  const all = readdirSync(folder).filter((file) => file.endsWith('.bench.ts') && !files.includes(file))
  await writeBenchmarks(
    parts,
    all.map((file) => file.replace('.bench.ts', '')),
  )
  console.log('\ndocs/benchmarks.md has these tables.')
}
console.log(over === 0 ? '\nEverything within its bar.' : `\n${over} over the bar.`)
process.exit(over === 0 ? 0 : 1)
