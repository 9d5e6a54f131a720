import { proofInput, type Proof } from '#shop/proofs/proof.ts'
import type { Database } from '../database/database.ts'
import { every } from '../every.ts'
import { log, nameOfError } from '../log.ts'

const SWEEP_EVERY_MS = 3_000
/** Near matches ask more of the database. */
const NEAR_EVERY_SWEEPS = 20
const KEEP_ALIVE_EVERY_SWEEPS = 60
const LONGEST_WAIT_MS = 5 * 60_000

interface Taken {
  credit_id: string
  status: string
  /** The same proof came before. */
  known: boolean
}

/**
 * Stores proofs and lets their credits decide. `take` resolves once the proof is stored, so that its source may forget
 * it; whatever is undone then, because the server stopped or another payment was ahead, the sweep does later. Each credit
 * is a transaction of its own.
 */
export class Settling {
  readonly #database: Database
  readonly #gateways: readonly string[]
  #stopped = false
  #sweeps = 0
  /** Credits that a person must decide are asked about less and less. */
  readonly #waits = new Map<string, { ms: number; until: number }>()

  constructor(database: Database, gateways: readonly string[] = []) {
    this.#database = database
    this.#gateways = gateways
  }

  /** Says whether the proof came before. @throws what the database refuses or fails with: the source sends it again */
  async take(proof: Proof): Promise<'new' | 'known'> {
    const [row] = await this.#database.query<{ taken: Taken }>('select public.take_proof($1::text::jsonb) as taken', [
      JSON.stringify(proofInput(proof)),
    ])
    if (row?.taken.status === 'pending' || row?.taken.status === 'likely') await this.#settle(row.taken.credit_id)
    return row?.taken.known === true ? 'known' : 'new'
  }

  /** Starts the sweep. Returns a stop function; closing the database ends what still runs, whole or not at all. */
  start(): () => Promise<void> {
    const stop = every(SWEEP_EVERY_MS, 'Credits could not be settled and are tried again', () => this.#sweep())
    return () => {
      this.#stopped = true
      return stop()
    }
  }

  async #sweep(): Promise<void> {
    const near = this.#sweeps % NEAR_EVERY_SWEEPS === 0
    try {
      // A gateway that was heard once is connected; it is silent while no one pays.
      if (this.#gateways.length > 0 && this.#sweeps % KEEP_ALIVE_EVERY_SWEEPS === 0)
        await this.#database.query(
          'update private.proof_sources set seen_at = now() where name = any($1) and fault is null',
          [this.#gateways],
        )
      const open = await this.#database.query<{ id: string }>('select i as id from private.open_credits($1) as i', [
        near,
      ])
      // Where many are open each look brings others: a credit that is not among these may be open still.
      for (const [id, wait] of this.#waits) if (wait.until < Date.now() - LONGEST_WAIT_MS) this.#waits.delete(id)
      for (const { id } of open) {
        if (this.#stopped) return
        const wait = this.#waits.get(id)
        if (wait && Date.now() < wait.until) continue
        const ms = Math.min((wait?.ms ?? SWEEP_EVERY_MS) * 2, LONGEST_WAIT_MS)
        this.#waits.set(id, { ms, until: Date.now() + ms })
        // oxlint-disable-next-line no-await-in-loop -- one after another, so that customers' calls come between
        await this.#database.query('select private.claim_by_credit($1)', [id])
        // oxlint-disable-next-line no-await-in-loop
        await this.#settle(id)
      }
    } finally {
      this.#sweeps += 1
    }
  }

  async #settle(creditId: string): Promise<void> {
    try {
      await this.#database.query('select public.settle_credit($1)', [creditId])
    } catch (error) {
      // The proof is stored; the sweep tries again.
      if (!this.#stopped) log.warn(`A credit could not be settled and is tried again (${nameOfError(error)}).`)
    }
  }
}
