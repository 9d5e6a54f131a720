/** Decodes in a worker: a hard frame takes a phone over 100 ms, and the page must answer taps meanwhile. */
import type { DecoderRequest, DecoderAnswer, Detected } from './decoder-signals.ts'
import { frameReader, loadReader, readPicture } from './decode-passes.ts'

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
