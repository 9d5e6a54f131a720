import { crc32, deflateSync } from 'node:zlib'

/** WhatsApp shows no picture of more than some hundred kB, and a photograph's PNG has a million: 256 colours are enough. */
const MAX_COLOURS = 256
/** Errors below this, of all three parts together, are not passed on: flat fields stay flat. */
const UNSEEN = 10

type Part = 0 | 1 | 2
interface Bin {
  at: number
  count: number
  /** Sums of red, green and blue. */
  sums: [number, number, number]
}

/** Five bits of each part. */
const binOf = (red: number, green: number, blue: number): number =>
  ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3)
const mean = (bin: Bin, part: Part): number => bin.sums[part] / bin.count

function binsOf(pixels: Uint8Array): Bin[] {
  const bins = new Map<number, Bin>()
  for (let at = 0; at < pixels.length; at += 4) {
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    const key = binOf(red, green, blue)
    const bin = bins.get(key)
    if (bin) {
      bin.count += 1
      bin.sums[0] += red
      bin.sums[1] += green
      bin.sums[2] += blue
    } else bins.set(key, { at: key, count: 1, sums: [red, green, blue] })
  }
  return [...bins.values()]
}

interface Box {
  bins: Bin[]
  widest: Part
  /** What a split of it gains: its spread, by how much of the picture it colours. */
  gain: number
}

function boxOf(bins: Bin[]): Box {
  let [widest, spread]: [Part, number] = [0, -1]
  for (const part of [0, 1, 2] as const) {
    const values = bins.map((bin) => mean(bin, part))
    const range =
      values.reduce((most, one) => Math.max(most, one)) - values.reduce((least, one) => Math.min(least, one))
    if (range > spread) [widest, spread] = [part, range]
  }
  const count = bins.reduce((sum, bin) => sum + bin.count, 0)
  return { bins, widest, gain: bins.length < 2 ? -1 : spread * Math.sqrt(count) }
}

/** Splits the colours at the median of the widest box, until there are enough boxes. */
function boxesOf(bins: Bin[]): Box[] {
  const boxes = [boxOf(bins)]
  while (boxes.length < MAX_COLOURS) {
    const at = boxes.reduce((best, box, index) => (box.gain > boxes[best]!.gain ? index : best), 0)
    const box = boxes[at]!
    if (box.gain < 0) break
    const sorted = box.bins.toSorted((a, b) => mean(a, box.widest) - mean(b, box.widest))
    const half = sorted.reduce((sum, bin) => sum + bin.count, 0) / 2
    let [cut, before] = [1, sorted[0]!.count]
    while (cut < sorted.length - 1 && before + sorted[cut]!.count / 2 < half) before += sorted[cut++]!.count
    boxes.splice(at, 1, boxOf(sorted.slice(0, cut)), boxOf(sorted.slice(cut)))
  }
  return boxes
}

function paletteOf(pixels: Uint8Array): { palette: Uint8Array; nearest: (bin: number, rgb: number[]) => number } {
  const boxes = boxesOf(binsOf(pixels))
  const palette = new Uint8Array(boxes.length * 3)
  const known = new Int16Array(32_768).fill(-1)
  boxes.forEach(({ bins }, at) => {
    const count = bins.reduce((sum, bin) => sum + bin.count, 0)
    for (const part of [0, 1, 2] as const)
      palette[at * 3 + part] = Math.round(bins.reduce((sum, bin) => sum + bin.sums[part], 0) / count)
    for (const bin of bins) known[bin.at] = at
  })
  const nearest = (bin: number, rgb: number[]): number => {
    if (known[bin]! >= 0) return known[bin]!
    let [best, least] = [0, Infinity]
    for (let at = 0; at < boxes.length; at += 1) {
      let far = 0
      for (const part of [0, 1, 2] as const) far += (palette[at * 3 + part]! - rgb[part]!) ** 2
      if (far < least) [best, least] = [at, far]
    }
    return (known[bin] = best)
  }
  return { palette, nearest }
}

/** Returns the rows of a PNG, each behind its filter's byte: indices of the palette, with the errors passed on (Floyd, Steinberg). */
function rowsOf(pixels: Uint8Array, width: number, { palette, nearest }: ReturnType<typeof paletteOf>): Buffer {
  const height = pixels.length / 4 / width
  const rows = Buffer.alloc((width + 1) * height)
  let [errors, below] = [new Float32Array((width + 2) * 3), new Float32Array((width + 2) * 3)]
  const rgb = [0, 0, 0]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4
      const own = (x + 1) * 3
      for (const part of [0, 1, 2] as const)
        rgb[part] = Math.min(255, Math.max(0, Math.round(pixels[at + part]! + errors[own + part]!)))
      const index = nearest(binOf(rgb[0]!, rgb[1]!, rgb[2]!), rgb)
      rows[y * (width + 1) + x + 1] = index
      const off = [0, 1, 2].map((part) => rgb[part]! - palette[index * 3 + part]!)
      if (Math.abs(off[0]!) + Math.abs(off[1]!) + Math.abs(off[2]!) < UNSEEN) continue
      for (const part of [0, 1, 2] as const) {
        errors[own + 3 + part]! += (off[part]! * 7) / 16
        below[own - 3 + part]! += (off[part]! * 3) / 16
        below[own + part]! += (off[part]! * 5) / 16
        below[own + 3 + part]! += off[part]! / 16
      }
    }
    errors.fill(0)
    ;[errors, below] = [below, errors]
  }
  return rows
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Returns opaque RGBA pixels as a PNG of 256 colours at most: one byte a pixel before it is compressed. */
export function smallPng(pixels: Uint8Array, width: number): Buffer {
  const colours = paletteOf(pixels)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(pixels.length / 4 / width, 4)
  // Eight bits each, of a palette.
  head.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', colours.palette),
    chunk('IDAT', deflateSync(rowsOf(pixels, width, colours), { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ])
}
