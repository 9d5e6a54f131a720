/**
 * The decoder, beside the page: reading a hard frame takes a phone a tenth of a second and more, and meanwhile the page
 * answers taps, draws, and judges what a USB scanner reads.
 */
import type { DecoderRequest, DecoderAnswer, Detected } from './decoder-signals.ts'
import { frameReader } from './decode-passes.ts'
import { loadReader, readPicture } from './frame-reader.ts'

declare const self: DedicatedWorkerGlobalScope

const frames = frameReader(readPicture)

async function answer({ picture, from }: DecoderRequest): Promise<Detected[]> {
  await loadReader()
  if (!picture) return []
  return from === 'camera' ? frames(picture) : frameReader(readPicture)(picture)
}

self.addEventListener('message', ({ data }: MessageEvent<DecoderRequest>) => {
  const reply = (message: DecoderAnswer): void => self.postMessage(message)
  answer(data).then(
    (found) => reply({ id: data.id, found }),
    (error: unknown) => reply({ id: data.id, error: String(error) }),
  )
})
