import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { testBrowser } from '../support/browser/browser.ts'
import { freePort, startShop } from '../support/server/shop.ts'
import { nextConcert, vitals } from './first-visit.ts'
import { atLeast, median, type Report } from './measure.ts'

export const name = 'Lighthouse: /events/{id} on its simulated slow phone'
export const note =
  'Lighthouse as it comes, performance alone: it loads the page on this machine and computes from that how a phone with ' +
  '150 ms and 1.6 Mbit/s and a processor a quarter as fast would have loaded it. Each run has a browser of its own.'

/** Installed by scripts/bench.mjs for this part only. */
export const needs = 'tests/bench/lighthouse'

const RUNS = 5
/** Retries of visits that Lighthouse could not record, over all runs. */
const MAX_FAILED = 3
const GOOD_SCORE = 90

const SHOWN = {
  'first-contentful-paint': ['first contentful paint', 'ms'],
  'largest-contentful-paint': ['largest contentful paint', 'ms'],
  'speed-index': ['speed index', 'ms'],
  'total-blocking-time': ['total blocking time', 'ms'],
  'cumulative-layout-shift': ['cumulative layout shift', ''],
  'total-byte-weight': ['bytes of everything loaded', 'kB'],
} as const
type Shown = keyof typeof SHOWN

/** The used part of Lighthouse, which is not installed during type checks. */
type Lighthouse = (
  url: string,
  flags: object,
) => Promise<
  | {
      lhr: {
        lighthouseVersion: string
        runtimeError?: { code: string; message: string }
        categories: { performance: { score: number | null } }
        audits: Record<string, { numericValue?: number }>
      }
    }
  | undefined
>

interface Visit {
  score: number
  values: Record<Shown, number>
}

export async function run(): Promise<Report> {
  const folder = join(import.meta.dirname, 'lighthouse', 'node_modules', 'lighthouse')
  const entry = pathToFileURL(join(folder, 'core', 'index.js')).href
  const { default: lighthouse } = (await import(entry)) as { default: Lighthouse }
  const shop = await startShop({ template: 'demo' })
  try {
    const { id } = await nextConcert(shop)
    const visits: Visit[] = []
    const failed: string[] = []
    for (let run = 0; run <= RUNS; run += 1) {
      try {
        const visit = await visitWith(lighthouse, `${shop.url}/events/${id}`)
        if (run > 0) visits.push(visit)
      } catch (error) {
        // A trace sometimes lacks its beginning (NO_NAVSTART): repeat the visit and report it.
        if (!(error instanceof NotRecorded) || failed.length === MAX_FAILED) throw error
        failed.push(error.message)
        run -= 1
      }
    }
    return report(visits, failed)
  } finally {
    await shop.dispose()
  }
}

/** Lighthouse could not record the visit; this says nothing about the page. */
class NotRecorded extends Error {}

async function visitWith(lighthouse: Lighthouse, url: string): Promise<Visit> {
  const { executablePath, args } = await testBrowser()
  const port = await freePort()
  const browser = await chromium.launch({ executablePath, args: [...args, `--remote-debugging-port=${port}`] })
  try {
    const flags = { port, logLevel: 'error', output: 'json', onlyCategories: ['performance'] }
    const result = await lighthouse(url, flags)
    const { lhr } = result ?? {}
    if (!lhr) throw new Error('Lighthouse answered nothing')
    if (lhr.runtimeError) throw new NotRecorded(lhr.runtimeError.code)
    const { score } = lhr.categories.performance
    if (score === null) throw new Error('Lighthouse gave no score')
    const value = (audit: string): number => {
      const found = lhr.audits[audit]?.numericValue
      if (found === undefined) throw new Error(`Lighthouse did not measure ${audit}`)
      return found
    }
    const values = Object.fromEntries(Object.keys(SHOWN).map((audit) => [audit, value(audit)])) as Visit['values']
    return { score: score * 100, values }
  } finally {
    await browser.close()
  }
}

function report(visits: readonly Visit[], failed: readonly string[]): Report {
  const of = (audit: Shown): number => median(visits.map((visit) => visit.values[audit]))
  const shown = (audit: Shown): string => {
    const unit = SHOWN[audit][1]
    if (unit === '') return of(audit).toFixed(3)
    return `${(of(audit) / (unit === 'kB' ? 1_000 : 1)).toFixed(0)} ${unit}`
  }
  const score = median(visits.map((visit) => visit.score))
  return {
    tables: [
      {
        title: `Medians of ${RUNS}`,
        head: ['', 'value'],
        rows: [
          ...(Object.keys(SHOWN) as Shown[]).map((audit) => [SHOWN[audit][0], shown(audit)]),
          ...(failed.length > 0 ? [[`visits made again: ${failed.join(', ')}`, String(failed.length)]] : []),
        ],
      },
    ],
    measures: [
      atLeast('performance score', score, GOOD_SCORE, (value) => value.toFixed(0)),
      ...vitals(of('largest-contentful-paint'), of('cumulative-layout-shift')),
    ],
  }
}
