import { setTimeout as sleep } from 'node:timers/promises'
import { launch } from 'puppeteer-core'
import { enginesHere } from '../../scripts/engines.mjs'
import type { Engine } from '../engines/support/engine.ts'
import { engineOf, openFirefox } from '../engines/support/puppeteer.ts'
import { openWebKit } from '../engines/support/webkit-gtk.ts'
import { testBrowser } from '../support/browser/browser.ts'
import { startShop } from '../support/server/shop.ts'
import { nextConcert } from './first-visit.ts'
import { median, ratioOf, type Measure, type Report } from './measure.ts'

export const name = 'First visit to a readable list of tickets, in WebKit and Firefox against Chromium'

export const note =
  'A browser that is open already and knows nothing of the shop. From the navigation to the page whose list has its first row: the ' +
  'concerts of /concerts, and the tickets of /events/{id} with their prices. Medians of five after one that is not counted, the ' +
  'engines in turns. WebKit is WebKitGTK in a private session, drawing without a graphics card.'

const RUNS = 5
const MAX_WAIT_MS = 60_000
const LOOK_MS = 100

const places = (concert: string) => [
  { what: 'concerts', path: '/concerts', button: 'Book ' },
  { what: 'tickets of a concert', path: `/events/${concert}`, button: 'Choose Seats, ' },
]

/** Runs in the page: returns when a button's name first began so. The first call starts the observer. */
function watchFor(name: string): number | null {
  const page = globalThis as unknown as { readableAt?: number | null }
  const look = (): void => {
    const button = document.querySelector<HTMLElement>(`button[aria-label^="${name}"]`)
    if (button?.checkVisibility()) page.readableAt = performance.now()
    else setTimeout(look, 1)
  }
  if (page.readableAt === undefined) {
    page.readableAt = null
    look()
  }
  return page.readableAt
}

async function openChromium(): Promise<Engine> {
  const { executablePath, args } = await testBrowser()
  return engineOf('chromium', () => launch({ executablePath, args, headless: true, defaultViewport: null }))
}

async function visit(engine: Engine, url: string, button: string): Promise<number> {
  const device = await engine.open()
  try {
    const tab = await device.newTab()
    await tab.goto(url)
    for (const until = Date.now() + MAX_WAIT_MS; Date.now() < until; await sleep(LOOK_MS)) {
      // A driver may lose an answer, but the page keeps its own.
      const at = await tab.run(watchFor, button).catch(() => null)
      if (at !== null) return at
    }
    throw new Error(`${url} had no list in ${engine.name}`)
  } finally {
    await device.close()
  }
}

export async function run(): Promise<Report> {
  const { missing } = enginesHere()
  if (missing.length > 0) throw new Error(missing.join('; '))
  const shop = await startShop({ template: 'demo' })
  const engines: Engine[] = []
  try {
    for (const open of [openChromium, openFirefox, openWebKit]) engines.push(await open())
    const { id } = await nextConcert(shop)
    const rows: string[][] = []
    const measures: Measure[] = []
    for (const { what, path, button } of places(id)) {
      const times = new Map(engines.map((engine) => [engine.name, [] as number[]]))
      for (let run = 0; run <= RUNS; run += 1) {
        for (const engine of engines) {
          const took = await visit(engine, shop.url + path, button)
          if (run > 0) times.get(engine.name)!.push(took)
        }
      }
      const of = (engine: string): number => median(times.get(engine)!)
      rows.push([what, ...engines.map((engine) => `${Math.round(of(engine.name))} ms`)])
      for (const engine of ['webkit', 'firefox']) {
        measures.push({ what: `${what}: ${engine} : chromium`, value: ratioOf(of(engine) / of('chromium')) })
      }
    }
    return {
      tables: [{ title: 'To the first row, medians of 5', head: ['', ...engines.map((one) => one.name)], rows }],
      measures,
    }
  } finally {
    for (const engine of engines) await engine.quit()
    await shop.dispose()
  }
}
