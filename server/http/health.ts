import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { jsonAnswer, type Answer } from './http-message.ts'

const PATIENCE_MS = 3_000

/** Answers `{"ok":true}`, or 503 when the database does not answer in time. */
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
