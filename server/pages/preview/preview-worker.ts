import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { openTypesetter } from '../../mail/pdf/pdf-text.ts'
import { fontsOfShop } from '../../mail/pdf/shop-fonts.ts'
import { drawPreview, type Pictures } from './draw-preview.ts'
import { PREVIEW, type Preview } from './preview.ts'
import { smallPng } from './small-png.ts'

// The thread that draws previews: a picture takes a fraction of a second, in which the server answers others.

export interface Ordered {
  preview: Preview
  pictures: Pictures
}

await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))
const type = openTypesetter(fontsOfShop())

function png({ preview, pictures }: Ordered): Buffer {
  const image = new Resvg(drawPreview(preview, pictures, type)).render()
  try {
    return smallPng(image.pixels, PREVIEW.width)
  } finally {
    image.free()
  }
}

parentPort!.on('message', (ordered: Ordered) => parentPort!.postMessage(png(ordered)))
