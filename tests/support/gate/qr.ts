import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

export async function readQr(picture: Buffer): Promise<string> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const { buffer } = Uint8Array.from(readFileSync(path))
  await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true })
  const [found] = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] })
  return found?.text ?? ''
}
