import { statfs } from 'node:fs/promises'
import type { Sql } from '../database/database.ts'
import { Turns } from '../database/embedded-driver.ts'
import { log, nameOfError } from '../log.ts'

/** How often free space is looked at for staff, in milliseconds. */
const LOOK_EVERY_MS = 10 * 60_000
const BYTES_A_MB = 1024 * 1024
/** Staff are told while there is this many times what uploads need. */
const TOLD_AT = 2

/** Bytes that the disk with this folder has free for the server. */
export async function freeBytes(folder: string): Promise<number> {
  const disk = await statfs(folder)
  return disk.bavail * disk.bsize
}

/** Which picture may be stored when: one of a customer's at a time, and none when the disk is nearly full. */
export class FreeSpace {
  readonly #free: () => Promise<number>
  readonly #leastBytes: number
  readonly #queues = new Map<string, { turns: Turns; waiting: number }>()

  /** `leastMb`: megabytes that stay free; 0 switches that limit off. */
  constructor(free: () => Promise<number>, leastMb: number) {
    this.#free = free
    this.#leastBytes = leastMb * BYTES_A_MB
  }

  /** Whether an upload has to be refused for want of space. A disk that cannot be asked takes uploads. */
  async isFull(): Promise<boolean> {
    return this.#leastBytes > 0 && (await this.#free().catch(() => Number.POSITIVE_INFINITY)) < this.#leastBytes
  }

  /**
   * Waits for the other uploads to the same folder, so that what is counted or there already stays so until the row is
   * written. Resolves with the function that ends the turn.
   */
  async take(path: string): Promise<() => void> {
    const folder = path.slice(0, path.lastIndexOf('/'))
    const queue = this.#queues.get(folder) ?? { turns: new Turns(), waiting: 0 }
    this.#queues.set(folder, queue)
    queue.waiting += 1
    const end = await queue.turns.take()
    return () => {
      queue.waiting -= 1
      if (queue.waiting === 0) this.#queues.delete(folder)
      end()
    }
  }

  /** Tells staff, on the console's dashboard, before uploads are refused; takes it back when there is space again. */
  async announce(database: Pick<Sql, 'query'>): Promise<void> {
    const free = await this.#free()
    if (this.#leastBytes === 0 || free >= TOLD_AT * this.#leastBytes) {
      await database.query("delete from private.shop_notices where name = 'low_space'")
      return
    }
    const detail = { free_mb: Math.floor(free / BYTES_A_MB), least_mb: this.#leastBytes / BYTES_A_MB }
    await database.query(
      `insert into private.shop_notices (name, detail) values ('low_space', $1::jsonb)
        on conflict (name) do update set detail = excluded.detail, at = now()`,
      [JSON.stringify(detail)],
    )
  }

  /** Announces at once and every few minutes until it is stopped; resolves when nothing is under way any more. */
  keepAnnouncing(database: Pick<Sql, 'query'>): () => Promise<void> {
    const look = (): Promise<void> =>
      this.announce(database).catch((error) => log.warn(`Free space could not be announced (${nameOfError(error)}).`))
    let underway = look()
    const timer = setInterval(() => (underway = underway.then(look)), LOOK_EVERY_MS)
    return async () => {
      clearInterval(timer)
      await underway
    }
  }
}
