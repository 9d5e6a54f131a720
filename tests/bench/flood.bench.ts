import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { startShop } from '../support/server/shop.ts'
import { milliseconds, percentile, ratioOf, within, type Report } from './measure.ts'
import { serverMemory } from './minute/shop-kinds.ts'

export const name = 'One visitor with large bodies, open uploads and guessed pages, and what others wait meanwhile'

const QUIET_ANSWERS = 300
const PAUSE_MS = 10
const MOST_MS = 250
const MOST_MB = 64

export const note =
  'The visitor, a process of its own on the same machine, sends at once 12 bodies of 4 MB without a token, begins 150 ' +
  'pictures of 5 MB that never end, and asks for 4,000 pages of concerts that are not there. Another visitor asks for ' +
  '/robots.txt, one answer after another, before and meanwhile; at the demo shop, with the embedded database.'

const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

export async function run(): Promise<Report> {
  const shop = await startShop({ template: 'demo' })
  const answer = async (): Promise<number> => {
    const began = performance.now()
    await (await fetch(`${shop.url}/robots.txt`)).text()
    return performance.now() - began
  }
  try {
    const quiet: number[] = []
    for (let n = 0; n < QUIET_ANSWERS; n += 1, await pause()) quiet.push(await answer())

    const before = serverMemory(shop)
    let most = before
    const busy: number[] = []
    const visitor = spawn(
      process.execPath,
      [join(import.meta.dirname, 'flood', 'visitor.ts'), shop.url, EMBEDDED_PUBLISHABLE_KEY],
      { stdio: 'inherit' },
    )
    const gone = once(visitor, 'exit')
    for (; visitor.exitCode === null; await pause()) {
      busy.push(await answer())
      most = Math.max(most, serverMemory(shop))
    }
    await gone
    const [alone, beside] = [percentile(quiet, 0.95), percentile(busy, 0.95)]
    return {
      tables: [
        {
          title: '/robots.txt, milliseconds',
          head: ['', 'median', '95 of 100', 'longest', 'answers'],
          rows: [
            ['alone', ...figures(quiet)],
            ['beside the visitor', ...figures(busy)],
          ],
        },
      ],
      measures: [
        { what: '95 of 100, beside the visitor : alone', value: ratioOf(beside / alone) },
        within('95 of 100 beside the visitor', beside, MOST_MS, milliseconds),
        within('the server’s memory, more than before', most - before, MOST_MB, (mb) => `${mb.toFixed(0)} MB`),
      ],
    }
  } finally {
    await shop.dispose()
  }
}

const figures = (times: readonly number[]): string[] => [
  ...[0.5, 0.95, 1].map((part) => percentile(times, part).toFixed(1)),
  String(times.length),
]
