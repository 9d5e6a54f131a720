import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

/** The picture's size in pixels; both even, as 4:2:0 needs. */
const WIDTH = 640
const HEIGHT = 480
const FRAMES = 3
const FRAMES_PER_SECOND = 10
const QUIET = 4

/** Luminance of a bare wall; below, of paper and ink. */
const WALL = 120
const PAPER = 235
const INK = 16

export async function qrModules(text: string, ecLevel: 'L' | 'M' = 'M'): Promise<boolean[][]> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
  const { buffer } = Uint8Array.from(readFileSync(path))
  await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true })
  const { symbol, error } = await writeBarcode(text, { format: 'QRCode', ecLevel })
  if (error) throw new Error(`No QR code of this text: ${error}`)
  const { width, height, data } = symbol
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => data[y * width + x] === 0))
}

async function frame(text: string | null): Promise<Uint8Array> {
  const picture = new Uint8Array(WIDTH * HEIGHT).fill(WALL)
  if (text === null) return picture
  const modules = await qrModules(text)
  const scale = Math.floor((HEIGHT * 0.9) / (modules.length + 2 * QUIET))
  const size = (modules.length + 2 * QUIET) * scale
  const [left, top] = [Math.floor((WIDTH - size) / 2), Math.floor((HEIGHT - size) / 2)]
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const dark = modules[Math.floor(y / scale) - QUIET]?.[Math.floor(x / scale) - QUIET] ?? false
      picture[(top + y) * WIDTH + left + x] = dark ? INK : PAPER
    }
  }
  return picture
}

/** The browser's camera: a file of raw frames (YUV4MPEG2), read again for every frame, which `shows` changes. */
export class FakeCamera {
  readonly path: string

  private constructor(path: string) {
    this.path = path
  }

  static async open(path: string, text: string | null = null): Promise<FakeCamera> {
    const camera = new FakeCamera(path)
    writeFileSync(path, await camera.file(text))
    return camera
  }

  get flags(): string[] {
    return [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${this.path}`,
    ]
  }

  async shows(text: string | null): Promise<void> {
    const bytes = await this.file(text)
    const file = openSync(this.path, 'r+')
    writeSync(file, bytes, 0, bytes.length, 0)
    closeSync(file)
  }

  private async file(text: string | null): Promise<Buffer> {
    const light = await frame(text)
    const colour = new Uint8Array((WIDTH / 2) * (HEIGHT / 2) * 2).fill(128)
    const parts: Uint8Array[] = [Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420\n`)]
    for (let n = 0; n < FRAMES; n += 1) parts.push(Buffer.from('FRAME\n'), light, colour)
    return Buffer.concat(parts)
  }
}
