import type { IncomingMessage } from 'node:http'

/** Of one body. */
const MOST_BYTES = 32 * 1024 * 1024
const LONGEST_MS = 15_000
/** Each is read through memory: of one sender so many at once. */
const MOST_AT_ONCE = 8
const LINGER_MS = 1_000

const reading = new Map<string, number>()

/**
 * Drops the rest of a body that was refused, within bounds. Most senders read the answer only when all of it has left, so it is
 * read; of the ninth at once of one sender nothing is, and its connection is cut a second later.
 */
export async function dropRest(request: IncomingMessage, sender: string): Promise<void> {
  if (request.readableEnded || request.destroyed) return
  const already = reading.get(sender) ?? 0
  if (already >= MOST_AT_ONCE) {
    await new Promise((resolve) => setTimeout(resolve, LINGER_MS))
    request.destroy()
    return
  }
  reading.set(sender, already + 1)
  await readRest(request)
  const left = (reading.get(sender) ?? 1) - 1
  if (left > 0) reading.set(sender, left)
  else reading.delete(sender)
}

function readRest(request: IncomingMessage): Promise<void> {
  let rest = MOST_BYTES
  return new Promise((resolve) => {
    const timer = setTimeout(() => request.destroy(), LONGEST_MS)
    request.on('data', (part: Buffer) => {
      rest -= part.length
      if (rest < 0) request.destroy()
    })
    for (const end of ['end', 'close', 'error'] as const) {
      request.once(end, () => {
        clearTimeout(timer)
        resolve()
      })
    }
    request.resume()
  })
}
