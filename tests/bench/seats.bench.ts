import { chromium, type CDPSession, type Page } from '@playwright/test'
import { testBrowser } from '../support/browser/browser.ts'
import { median, ratioOf, within, type Report, type Table } from './measure.ts'
import { buildReference, serveFolder } from './reference-build.ts'
import type { Bench, Way } from './reference/seats-page.tsx'
import { frames, holdIdleTime, pan, toggle, zoom, type IdleTime } from './seats-in-page.ts'

export const note =
  'The same map, state and React version. The bare canvas is one loop that fills and frames squares: no numbers, no names, ' +
  'nothing for the keyboard or a screen reader. Times are the main thread’s work (script, style, layout, paint), medians of ' +
  'five after one that is not counted; “later” is what follows the first frame of a mounted map, in a third of a second, ' +
  'and does not begin before that frame is read. ' +
  'Zooming makes seats half larger, from the size they have at first; frames per second as the browser draws them.'
export const name = 'Seat maps against one <button> per seat and a bare canvas loop'

const SIZES = [100, 1_000, 10_000, 50_000]
const WAYS: Way[] = ['shop', 'canvas', 'buttons']
const NAMES: Record<Way, string> = { shop: 'the shop', canvas: 'bare canvas', buttons: '<button> per seat' }
const SPEEDS = [1, 4]
const RUNS = 5
/** Most seats that are measured slowed down: 50,000 buttons would take minutes. */
const MAX_SLOWED = 10_000
const FRAMES = 40
/** Frames until the shop's deferred work is done; the references defer nothing. */
const SETTLED = 20
const LARGE = 10_000
const MAX_MOUNT_RATIO = 1.5
const LEAST_FPS = 59

interface Numbers {
  mount: number
  later: number
  toggle: number
  fps: number
  panWork: number
  zoom: number
  heap: number
  nodes: number
}

export async function run(): Promise<Report> {
  const built = await buildReference('seats.html')
  const server = await serveFolder(built.folder)
  const { executablePath, args } = await testBrowser()
  const browser = await chromium.launch({ executablePath, args })
  const tables: Table[] = []
  const found = new Map<string, Numbers>()
  try {
    for (const speed of SPEEDS) {
      const rows: string[][] = []
      for (const seats of SIZES.filter((size) => speed === 1 || size <= MAX_SLOWED))
        for (const way of WAYS) {
          const context = await browser.newContext({ viewport: { width: 800, height: 800 } })
          const numbers = await measure(await context.newPage(), `${server.url}/seats.html`, way, seats, speed)
          await context.close()
          found.set(`${speed} ${seats} ${way}`, numbers)
          const { mount, later, toggle, fps, panWork, zoom, heap, nodes } = numbers
          console.log(
            `${seats.toLocaleString('en')} seats, ${NAMES[way]}${speed === 1 ? '' : `, slowed ${speed} times`}: mounted in ${mount.toFixed(0)} ms`,
          )
          rows.push([
            seats.toLocaleString('en'),
            NAMES[way],
            mount.toFixed(1),
            later.toFixed(1),
            toggle.toFixed(1),
            fps.toFixed(0),
            panWork.toFixed(2),
            zoom.toFixed(1),
            heap.toFixed(1),
            nodes.toLocaleString('en'),
          ])
        }
      tables.push({
        title: speed === 1 ? 'This machine as it is' : `Processor slowed ${speed} times`,
        head: [
          'seats',
          'drawn as',
          'mount ms',
          'later ms',
          'toggle ms',
          'frames/s panning',
          'ms/frame',
          'zoom ms',
          'heap MB',
          'DOM nodes',
        ],
        rows,
      })
    }
  } finally {
    await browser.close()
    server.close()
    built.dispose()
  }
  const of = (speed: number, way: Way): Numbers => found.get(`${speed} ${LARGE} ${way}`)!
  return {
    tables,
    measures: [
      within('mount of 10,000 seats : bare canvas', of(1, 'shop').mount / of(1, 'canvas').mount, MAX_MOUNT_RATIO),
      {
        what: 'mount of 10,000 seats : <button> per seat',
        value: ratioOf(of(1, 'shop').mount / of(1, 'buttons').mount),
      },
      ...SPEEDS.map((speed) => ({
        what: `frames per second while panning 10,000 seats${speed === 1 ? '' : `, slowed ${speed} times`}`,
        value: of(speed, 'shop').fps.toFixed(0),
        ...(speed === 1 ? { bar: `at least ${LEAST_FPS}`, ok: of(speed, 'shop').fps >= LEAST_FPS } : {}),
      })),
    ],
  }
}

async function measure(page: Page, url: string, way: Way, seats: number, speed: number): Promise<Numbers> {
  await page.addInitScript(holdIdleTime)
  await page.goto(url)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await page.evaluate((count) => (globalThis as unknown as { bench: Bench }).bench.prepare(count), seats)
  await cdp.send('HeapProfiler.collectGarbage')
  const before = await metrics(cdp)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: speed })
  const putsOff = way === 'shop'
  const mounts: number[] = []
  const laters: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    if (run > 0) await page.evaluate(() => (globalThis as unknown as { bench: Bench }).bench.unmount())
    await page.evaluate(frames, 2)
    const work = await worked(cdp, () =>
      page.evaluate(
        ([drawn, count]) => {
          const { bench, idleTime } = globalThis as unknown as { bench: Bench; idleTime: IdleTime }
          idleTime.hold()
          bench.mount(drawn, count)
          return new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        },
        [way, seats] as const,
      ),
    )
    if (run > 0) mounts.push(work)
    // The shop's deferred drawing; for a reference, the cost of as many frames.
    const counted = putsOff || run === RUNS
    const later = await worked(cdp, async () => {
      await page.evaluate(() => (globalThis as unknown as { idleTime: IdleTime }).idleTime.release())
      await page.evaluate(frames, counted ? SETTLED : 2)
    })
    if (run > 0 && counted) laters.push(later)
  }
  await cdp.send('HeapProfiler.collectGarbage')
  const after = await metrics(cdp)
  const toggles: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    const work = await worked(cdp, () => page.evaluate(toggle, way))
    if (run > 0) toggles.push(work)
  }
  const pans: { fps: number; work: number }[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    let fps = 0
    const work = await worked(cdp, async () => {
      fps = await page.evaluate(pan, [way, FRAMES, run % 2 === 0 ? 1 : -1] as const)
    })
    if (run > 0) pans.push({ fps, work: work / FRAMES })
  }
  const zooms: number[] = []
  const rest = putsOff ? SETTLED : 2
  for (let run = 0; run <= RUNS; run += 1) {
    await page.evaluate(frames, rest)
    const work = await worked(cdp, () => page.evaluate(zoom, 'Zoom in'))
    if (run > 0) zooms.push(work)
    await page.evaluate(frames, rest)
    await page.evaluate(zoom, 'Zoom out')
  }
  return {
    mount: median(mounts),
    later: median(laters),
    toggle: median(toggles),
    fps: median(pans.map((one) => one.fps)),
    panWork: median(pans.map((one) => one.work)),
    zoom: median(zooms),
    heap: (after.heap - before.heap) / 1_000_000,
    nodes: after.nodes - before.nodes,
  }
}

async function metrics(cdp: CDPSession): Promise<{ task: number; heap: number; nodes: number }> {
  const { metrics: list } = await cdp.send('Performance.getMetrics')
  const value = (wanted: string): number => list.find((one) => one.name === wanted)?.value ?? Number.NaN
  return { task: value('TaskDuration') * 1_000, heap: value('JSHeapUsedSize'), nodes: value('Nodes') }
}

/** Returns the main thread's work in ms that `act` caused. */
async function worked(cdp: CDPSession, act: () => Promise<unknown>): Promise<number> {
  const before = await metrics(cdp)
  await act()
  return (await metrics(cdp)).task - before.task
}
