import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { jsonAnswer, type Answer } from './http-message.ts'

/** How long the database may take to say that it is there, in milliseconds. */
const PATIENCE_MS = 3_000

/** Answers `{"ok":true}` only when the database answered just now. */
export async function health(database: Database): Promise<Answer> {
  const answered = database.query('select 1').then(
    () => true,
    () => false,
  )
  const gaveUp = new AbortController()
  const ok = await Promise.race([
    answered,
    sleep(PATIENCE_MS, false, { signal: gaveUp.signal, ref: false }).catch(() => false),
  ])
  gaveUp.abort()
  return jsonAnswer(ok ? 200 : 503, { ok })
}
