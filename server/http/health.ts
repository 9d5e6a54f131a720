import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { jsonAnswer, type Answer } from './http-message.ts'

const PATIENCE_MS = 3_000

/** The question under way, of everybody who asks meanwhile. */
const asked = new WeakMap<Pick<Database, 'query'>, Promise<boolean>>()

function ask(database: Pick<Database, 'query'>): Promise<boolean> {
  const running = asked.get(database)
  if (running) return running
  const answered = database.query('select 1').then(
    () => true,
    () => false,
  )
  asked.set(database, answered)
  void answered.then(() => asked.delete(database))
  return answered
}

/** Answers `{"ok":true}`, or 503 when the database does not answer in time. */
export async function health(database: Pick<Database, 'query'>): Promise<Answer> {
  const answered = ask(database)
  const gaveUp = new AbortController()
  const ok = await Promise.race([
    answered,
    sleep(PATIENCE_MS, false, { signal: gaveUp.signal, ref: false }).catch(() => false),
  ])
  gaveUp.abort()
  return jsonAnswer(ok ? 200 : 503, { ok })
}
