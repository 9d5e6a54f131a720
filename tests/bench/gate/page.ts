/** Runs in the browser: the shop's own code on the device's database. */
import { Html5Qrcode, Html5QrcodeSupportedFormats } from 'html5-qrcode'
import { frameReader, loadReader, readPicture } from '../../../src/gate/decoder/decode-passes.ts'
import { judge } from '../../../src/shop/gate/scans/judge.store.ts'
import { readGateLists } from '../../../src/shop/gate/lists/lists.store.ts'
import { refreshGateList } from '../../../src/shop/gate/lists/refresh-list.store.ts'
import { removeGateLists } from '../../../src/shop/gate/lists/wipe.store.ts'
import { searchTickets } from '../../../src/shop/gate/lists/search.store.ts'

const GATE = 'Bench gate'

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const began = performance.now()
  const value = await work()
  return { ms: performance.now() - began, value }
}

/** Returns ms from the decoded text to the answer for each text; `write`: with the scan on disk. */
async function verdicts(texts: readonly string[], write: boolean): Promise<{ ms: number; verdict: string }[]> {
  const eventIds = (await readGateLists()).map((list) => list.eventId)
  const out: { ms: number; verdict: string }[] = []
  for (const text of texts) {
    const options = { gate: GATE, eventIds, last: null, practice: write ? null : [] }
    const { ms, value } = await timed(() => judge({ kind: 'text', text, typed: false }, options))
    out.push({ ms, verdict: value === null || value === 'again' ? String(value) : value.decision.verdict })
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return out
}

interface Inside {
  qrcode: { decodeAsync(canvas: HTMLCanvasElement): Promise<{ text: string }> }
}

const inside = (scanner: Html5Qrcode): Inside['qrcode'] => (scanner as unknown as Inside).qrcode

interface Frame {
  width: number
  height: number
  base64: string
}

/** Reads ours as the worker does, but on the page, the only thread that is slowed; the other as html5-qrcode does. */
async function readers() {
  const usual = inside(
    new Html5Qrcode('default', { verbose: false, formatsToSupport: [Html5QrcodeSupportedFormats.QR_CODE] }),
  )
  await loadReader()
  const look = frameReader(readPicture)
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  const readOurs = (text: string) =>
    timed(async () => {
      const found = await look(context.getImageData(0, 0, canvas.width, canvas.height))
      return found.some((one) => one.rawValue === text)
    })
  const readUsual = (text: string) =>
    timed(() =>
      usual.decodeAsync(canvas).then(
        (found) => found.text === text,
        () => false,
      ),
    )
  return {
    show({ width, height, base64 }: Frame): void {
      canvas.width = width
      canvas.height = height
      const light = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const picture = context.createImageData(width, height)
      const pixels = new Uint32Array(picture.data.buffer)
      for (let at = 0; at < light.length; at += 1) pixels[at] = 0xff000000 | (light[at]! * 0x010101)
      context.putImageData(picture, 0, 0)
    },
    read: async (text: string) => ({ ours: await readOurs(text), usual: await readUsual(text) }),
  }
}

let reader: ReturnType<typeof readers> | null = null

const bench = {
  verdicts,
  async refresh(eventId: string) {
    return (await timed(() => refreshGateList(eventId))).ms
  },
  async search(text: string) {
    const eventIds = (await readGateLists()).map((list) => list.eventId)
    const { ms, value } = await timed(() => searchTickets(text, eventIds))
    return { ms, found: value.rows.length }
  },
  async wipe() {
    const eventIds = (await readGateLists()).map((list) => list.eventId)
    return (await timed(() => removeGateLists(eventIds))).ms
  },
  /** Sets the frame, apart from `read`: a phone's camera does not wait for this machine. */
  async show(frame: Frame) {
    ;(await (reader ??= readers())).show(frame)
  },
  async read(text: string) {
    return (await (reader ??= readers())).read(text)
  },
}
export type GateBench = typeof bench
Object.assign(globalThis, { gateBench: bench })
