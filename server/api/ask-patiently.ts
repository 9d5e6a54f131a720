import { setTimeout as sleep } from 'node:timers/promises'
import { requestNotes, type RequestNotes } from '../database/embedded-driver.ts'
import type { Answer } from '../http/http-message.ts'
import { log, nameOfError } from '../log.ts'
import { internalError } from './answers.ts'
import type { Backend } from './backend.ts'
import { readAnswer } from './pass-on.ts'
import type { ApiRoute } from './routes.ts'

/** Waits in ms before each retry of a deadlock or serialization failure. */
const RETRY_AFTER_MS = [15, 60, 200]
export const RETRIED = ['40P01', '40001']

/** Asks the backend; again after a deadlock or serialization failure, which wrote nothing. */
export async function askPatiently(
  backend: Backend,
  method: string,
  target: URL,
  headers: Headers,
  body: Buffer,
  area: ApiRoute['area'],
): Promise<{ answer: Answer; notes: RequestNotes }> {
  for (let round = 0; ; round += 1) {
    const notes: RequestNotes = { holding: 0 }
    const answer = await requestNotes.run(notes, async () => {
      const bodiless = method === 'GET' || method === 'HEAD' || body.length === 0
      const asked = new Request(target, {
        method,
        headers,
        body: bodiless ? null : new Uint8Array(body),
        redirect: 'manual',
      })
      try {
        return await readAnswer(await backend.fetch(asked))
      } catch (error) {
        log.warn(`${method} ${target.pathname} failed inside (${nameOfError(error)}).`)
        return internalError(area)
      }
    })
    const wait = RETRY_AFTER_MS[round]
    const again = answer.status >= 500 && RETRIED.includes(notes.databaseError?.code ?? '')
    if (!again || wait === undefined) return { answer, notes }
    await sleep(wait * (0.5 + Math.random()))
  }
}
