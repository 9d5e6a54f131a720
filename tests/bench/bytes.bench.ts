import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { testBrowser } from '../support/browser/browser.ts'
import { startShop } from '../support/server/shop.ts'
import { brotliBytes, firstFiles, kilobytes, MAX_KB, TARGET_KB } from './first-bytes.ts'
import { nextConcert, vitals } from './first-visit.ts'
import { median, within, type Report } from './measure.ts'
import { buildReference } from './reference-build.ts'

export const name = 'First visit to /events/{id}: bytes against React alone, and a slow phone'
export const note =
  'Scripts and styles without which the page cannot be drawn, brotli, against React and ReactDOM alone from the same ' +
  'bundler. The phone: a new browser profile, 150 ms and 1.6 Mbit/s, processor slowed four times (the numbers of ' +
  'Lighthouse’s slow phone, applied by the browser itself).'

const MAX_RATIO = 1.9
const RUNS = 5
const SLOWDOWN = 4
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 675_000 / 8 }

export async function run(): Promise<Report> {
  const files = firstFiles(join(import.meta.dirname, '..', '..', 'dist'))
  const shop = kilobytes(files)
  const react = await reactAlone()
  const visits = await slowPhone()
  const of = (key: keyof Visit): number => median(visits.map((visit) => visit[key]))
  return {
    tables: [
      {
        title: 'Before /events/{id} can be drawn',
        head: ['file', 'kB'],
        rows: [
          ...files.map(({ name: file, bytes }) => [file.replace(/-[\w-]{8}\.js$/, '.js'), (bytes / 1_000).toFixed(1)]),
          ['all of it', shop.toFixed(1)],
          ['React + ReactDOM alone', react.toFixed(1)],
        ],
      },
      {
        title: `The slow phone, medians of ${RUNS}`,
        head: ['', 'value'],
        rows: [
          ['first contentful paint (the frame in index.html)', `${of('fcp').toFixed(0)} ms`],
          ['largest contentful paint', `${of('lcp').toFixed(0)} ms`],
          ['the concert’s name on the screen', `${of('named').toFixed(0)} ms`],
          ['its prices and the way to its seats, drawn by the app', `${of('drawn').toFixed(0)} ms`],
          ['cumulative layout shift', of('cls').toFixed(3)],
          ['scripts and styles received until then', `${of('kb').toFixed(0)} kB`],
        ],
      },
    ],
    measures: [
      {
        what: 'scripts and styles before /events/{id} can be drawn',
        value: `${shop.toFixed(1)} kB`,
        bar: `${TARGET_KB} kB (npm test fails above ${MAX_KB})`,
        ok: shop <= TARGET_KB,
      },
      within('the same : React + ReactDOM alone', shop / react, MAX_RATIO),
      ...vitals(of('lcp'), of('cls'), ' on the slow phone'),
    ],
  }
}

async function reactAlone(): Promise<number> {
  const built = await buildReference('react-alone.tsx')
  try {
    const assets = join(built.folder, 'assets')
    const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'))
    return scripts.reduce((sum, file) => sum + brotliBytes(readFileSync(join(assets, file))), 0) / 1_000
  } finally {
    built.dispose()
  }
}

interface Visit {
  fcp: number
  lcp: number
  named: number
  drawn: number
  cls: number
  kb: number
}

async function slowPhone(): Promise<Visit[]> {
  const shop = await startShop({ template: 'demo' })
  const { executablePath, args } = await testBrowser()
  const browser = await chromium.launch({ executablePath, args })
  try {
    const event = await nextConcert(shop)
    const visits: Visit[] = []
    for (let run = 0; run <= RUNS; run += 1) {
      const visit = await firstVisit(browser, `${shop.url}/events/${event.id}`, event.singer)
      if (run > 0) visits.push(visit)
    }
    return visits
  } finally {
    await browser.close()
    await shop.dispose()
  }
}

async function firstVisit(browser: Browser, url: string, singer: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
  })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const scripts = new Set<string>()
  let bytes = 0
  cdp.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script' || type === 'Stylesheet') scripts.add(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.addInitScript((name) => {
    const seen = { lcp: 0, cls: 0, named: 0, drawn: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.lcp = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) seen.cls += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    const at = (mark: 'named' | 'drawn'): void => {
      if (seen[mark] === 0) requestAnimationFrame(() => (seen[mark] ||= performance.now()))
    }
    const look = (): void => {
      if (document.querySelector('h1')?.textContent?.includes(name)) at('named')
      // The frame of index.html has neither: they are the app's.
      if (document.querySelector('main h1')?.textContent?.includes(name) && document.querySelector('main h3'))
        at('drawn')
      if (seen.drawn === 0) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, singer)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => (globalThis as unknown as { seen: { drawn: number } }).seen.drawn > 0, undefined, {
    timeout: 60_000,
  })
  const kb = bytes / 1_000
  await page.waitForLoadState('networkidle')
  const found = await page.evaluate(() => {
    const { lcp, cls, named, drawn } = (globalThis as unknown as { seen: Omit<Visit, 'fcp' | 'kb'> }).seen
    return {
      lcp,
      cls,
      named,
      drawn,
      fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    }
  })
  await context.close()
  return { ...found, kb }
}
