import { statfs } from 'node:fs/promises'
import type { Sql } from '../database/database.ts'
import { Turns } from '../database/embedded-driver.ts'
import { every } from '../every.ts'

const LOOK_EVERY_MS = 10 * 60_000
const BYTES_A_MB = 1024 * 1024
/** Warns staff below this many times the limit. */
const TOLD_AT = 2

export async function freeBytes(folder: string): Promise<number> {
  const disk = await statfs(folder)
  return disk.bavail * disk.bsize
}

/** Stores one picture per customer at a time, and none when the disk is nearly full. */
export class FreeSpace {
  readonly #free: () => Promise<number>
  readonly #leastBytes: number
  readonly #queues = new Map<string, { turns: Turns; waiting: number }>()

  /** `leastMb`: megabytes that stay free; 0 disables the limit. */
  constructor(free: () => Promise<number>, leastMb: number) {
    this.#free = free
    this.#leastBytes = leastMb * BYTES_A_MB
  }

  /** True when uploads must be refused; false when the disk cannot be read. */
  async isFull(): Promise<boolean> {
    return this.#leastBytes > 0 && (await this.#free().catch(() => Number.POSITIVE_INFINITY)) < this.#leastBytes
  }

  /** Waits for other uploads to the folder, so that counts hold until the row is written. Returns the turn's end. */
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

  /** Warns staff on the dashboard before uploads are refused; removes the warning when there is space again. */
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

  /** Announces at once and every few minutes. Returns a stop function. */
  keepAnnouncing(database: Pick<Sql, 'query'>): () => Promise<void> {
    return every(LOOK_EVERY_MS, 'Free space could not be announced', () => this.announce(database), { atOnce: true })
  }
}
