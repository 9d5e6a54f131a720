import { chromium } from '@playwright/test'
import { encodePassCode, QR_LEVEL } from '../../src/shop/tickets/passes/pass-code.ts'
import { testBrowser } from '../support/browser/browser.ts'
import { qrModules } from '../support/gate/fake-camera.ts'
import { startShop } from '../support/server/shop.ts'
import { kinds, sceneFrames, type Frame } from './gate/scenes.ts'
import { openBenchPage } from './gate/serve-page.ts'
import { atLeast, percentile, type Measure } from './measure.ts'

export const name = 'The gate: hard scenes read within two frames, processor slowed four times'
export const note =
  'The scenes are read on the page, whose thread alone the browser slows; at a gate a worker beside it reads them, with the same code.'

const SCENES_OF_A_KIND = 7
const SLOWDOWN = 4
const SEED = 20_261_101

const uuid = (n: number): string => `${String(n).repeat(8)}-7c59-4f0e-9d6a-1b2c3d4e5f6${n}`
const PASS = {
  keyNumber: 1,
  number: 2,
  issue: 0,
  ticketId: uuid(3),
  userId: uuid(8),
  eventId: uuid(9),
  seat: 'BALC-B17',
  test: false,
  signature: '9a8b7c6d5e4f30211203f4e5d6c7b8a9'.repeat(4),
}
/** Bound to a device, a code has 98 bytes more, so finer modules; a screen shows another one every 15 seconds. */
const device = {
  key: '02' + '5d6c7b8a9f0e1d2c'.repeat(4),
  step: 119_000_000,
  signature: '0f1e2d3c4b5a69788796a5b4c3d2e1f0'.repeat(4),
}
const fixed = encodePassCode({ ...PASS, device: null })
/** Drawn as a ticket draws them. */
const codes = [
  { of: 'fixed code', text: fixed, level: QR_LEVEL, least: 0.95 },
  { of: 'changing code', text: encodePassCode({ ...PASS, device }), level: QR_LEVEL, least: 0.9 },
] as const

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
    const read = async (frame: Frame, text: string) => {
      const { width, height, light } = frame
      await slow(1)
      await page.evaluate((one) => gateBench.show(one), {
        width,
        height,
        base64: Buffer.from(light).toString('base64'),
      })
      await slow(SLOWDOWN)
      return page.evaluate((wanted) => gateBench.read(wanted), text)
    }
    const measures: Measure[] = []
    for (const { of, text, level, least } of codes) {
      const modules = await qrModules(text, level)
      const times: number[] = []
      const [all, usual] = [{ read: 0 }, { read: 0 }]
      for (const [index, kind] of kinds.entries()) {
        let [ours, theirs] = [0, 0]
        for (let n = 0; n < SCENES_OF_A_KIND; n += 1) {
          let [weRead, theyRead] = [false, false]
          for (const frame of sceneFrames(kind, SEED + 100 * index + n, modules)) {
            const answer = await read(frame, text)
            weRead ||= answer.ours.value
            theyRead ||= answer.usual.value
            times.push(answer.ours.ms)
          }
          if (weRead) ours += 1
          if (theyRead) theirs += 1
        }
        all.read += ours
        usual.read += theirs
        measures.push({
          what: `${of}, ${kind}`,
          value: `${ours} of ${SCENES_OF_A_KIND}; html5-qrcode's default ${theirs}`,
        })
      }
      const scenes = kinds.length * SCENES_OF_A_KIND
      measures.push(
        atLeast(`${of}, all`, all.read / scenes, least, percent),
        { what: `${of}, all, html5-qrcode's default decoder`, value: percent(usual.read / scenes) },
        { what: `${of}, a frame takes, median`, value: `${percentile(times, 0.5).toFixed(0)} ms` },
      )
    }
    return measures
  } finally {
    await browser.close()
    await shop.dispose()
  }
}
