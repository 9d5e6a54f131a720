import { EmbeddedDatabase } from '../../../server/database/embedded-database.ts'
import { Turns } from '../../../server/database/embedded-driver.ts'
import { Catalogue } from '../../../server/sale/catalogue.ts'

// Loaded into the servers of tests before `server/main.ts`: the one who started the process may run SQL on its embedded
// database, as its owner and in a turn of its own, while the server goes on. The product has no such way in.

/** `params` null: `text` is several statements. `doubt`: the database was written to past this server. */
export type Question = { doubt: true } | { begin: true } | { end: true } | { text: string; params: unknown[] | null }
type Asked = Question & { id: number }
export type Answered = { id: number; rows: unknown[] } | { id: number; error: { message: string; code?: string } }

let database: EmbeddedDatabase | undefined
let turns: Turns | undefined
let endTurn: (() => void) | undefined
let catalogue: Catalogue | undefined

const { query, run } = EmbeddedDatabase.prototype
EmbeddedDatabase.prototype.query = function (...args) {
  // oxlint-disable-next-line typescript/no-this-alias -- the server makes it, and has no other way to give it
  database = this
  return query.apply(this, args) as never
}
const { take } = Turns.prototype
Turns.prototype.take = function () {
  // oxlint-disable-next-line typescript/no-this-alias -- as above
  turns = this
  return take.call(this)
}

const { answer: answerOf } = Catalogue.prototype
Catalogue.prototype.answer = function (...args) {
  // oxlint-disable-next-line typescript/no-this-alias -- as above
  catalogue = this
  return answerOf.apply(this, args)
}

async function answer(asked: Asked): Promise<unknown[]> {
  if ('doubt' in asked) return []
  if ('begin' in asked) {
    const end = await take.call(turns!)
    endTurn = end
    return []
  }
  if ('end' in asked) {
    await run.call(database!, 'reset session_replication_role')
    endTurn?.()
    return []
  }
  if (asked.params === null) return run.call(database!, asked.text)
  return (await query.call(database!, asked.text, asked.params)).rows
}

process.on('message', (asked: Asked) => {
  // What was written here is in the next answer, as what the server wrote itself.
  const answered = answer(asked).finally(() => catalogue?.doubt())
  answered.then(
    (rows) => process.send?.({ id: asked.id, rows } satisfies Answered),
    (error: Error & { code?: string }) =>
      process.send?.({
        id: asked.id,
        error: { message: error.message, ...(error.code && { code: error.code }) },
      } satisfies Answered),
  )
})
// A server that closes does not wait for questions.
process.channel?.unref()
