import { chromium } from '@playwright/test'
import { encodePassCode } from '../../src/shop/tickets/passes/pass-code.ts'
import { testBrowser } from '../support/browser.ts'
import { qrModules } from '../support/fake-camera.ts'
import { startShop } from '../support/shop.ts'
import { kinds, sceneFrames } from './gate/scenes.ts'
import { openBenchPage } from './gate/serve-page.ts'
import { percentile, type Measure } from './measure.ts'

export const name = 'The gate: hard scenes read within two frames, processor slowed four times'
export const note =
  'The scenes are read on the page, whose thread alone the browser slows; at a gate a worker beside it reads them, with the same code.'

const SCENES_OF_A_KIND = 7
const SLOWDOWN = 4
const LEAST = 0.95
const SEED = 20_261_101

const uuid = (n: number): string => `${String(n).repeat(8)}-7c59-4f0e-9d6a-1b2c3d4e5f6${n}`
const CODE = encodePassCode({
  keyNumber: 1,
  number: 2,
  issue: 0,
  ticketId: uuid(3),
  userId: uuid(8),
  eventId: uuid(9),
  seat: 'BALC-B17',
  test: false,
  signature: '9a8b7c6d5e4f30211203f4e5d6c7b8a9'.repeat(4),
  device: null,
})

const percent = (part: number): string => `${(100 * part).toFixed(0)} %`

/** Reads each scene like html5-qrcode, with the gate's decoder and with its default one. */
export async function run(): Promise<Measure[]> {
  const shop = await startShop({ template: 'empty' })
  const { executablePath, args } = await testBrowser()
  const browser = await chromium.launch({ executablePath, args })
  try {
    const context = await browser.newContext({ baseURL: shop.url, serviceWorkers: 'block' })
    const page = await context.newPage()
    await openBenchPage(context, page, shop.url)
    const cdp = await context.newCDPSession(page)
    const slow = (rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate })
    const modules = await qrModules(CODE)
    const measures: Measure[] = []
    const times: number[] = []
    const [all, usual] = [{ read: 0 }, { read: 0 }]
    for (const [index, kind] of kinds.entries()) {
      let [ours, theirs] = [0, 0]
      for (let n = 0; n < SCENES_OF_A_KIND; n += 1) {
        const frames = sceneFrames(kind, SEED + 100 * index + n, modules)
        let [weRead, theyRead] = [false, false]
        for (const { width, height, light } of frames) {
          const frame = { width, height, base64: Buffer.from(light).toString('base64') }
          await slow(1)
          await page.evaluate((one) => gateBench.show(one), frame)
          await slow(SLOWDOWN)
          const answer = await page.evaluate((text) => gateBench.read(text), CODE)
          weRead ||= answer.ours.value
          theyRead ||= answer.usual.value
          times.push(answer.ours.ms)
        }
        if (weRead) ours += 1
        if (theyRead) theirs += 1
      }
      all.read += ours
      usual.read += theirs
      measures.push({ what: kind, value: `${ours} of ${SCENES_OF_A_KIND}; html5-qrcode's default ${theirs}` })
    }
    const scenes = kinds.length * SCENES_OF_A_KIND
    const part = all.read / scenes
    measures.push(
      { what: 'all', value: percent(part), bar: `at least ${percent(LEAST)}`, ok: part >= LEAST },
      { what: "all, html5-qrcode's default decoder", value: percent(usual.read / scenes) },
      { what: 'a frame takes, median', value: `${percentile(times, 0.5).toFixed(0)} ms` },
    )
    return measures
  } finally {
    await browser.close()
    await shop.dispose()
  }
}
