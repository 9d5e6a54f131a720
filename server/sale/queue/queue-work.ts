import type { Database } from '../../database/database.ts'
import { every } from '../../every.ts'

const EVERY_MS = 1_000

/**
 * Closes the lists of queues that are due, and draws them, every second. Several servers of one database may do so: each
 * queue is worked by one at a time. Returns a stop function.
 */
export const startQueueWork = (database: Pick<Database, 'query' | 'run'>): (() => Promise<void>) =>
  every(EVERY_MS, 'Queues could not be worked', async () => {
    // Nearly always there is no queue to work: one look at a small table.
    const [open] = await database.query<{ is: boolean }>(
      'select exists (select from public.event_queues where ended_at is null) as is',
    )
    if (open?.is) await database.run('select private.work_queues()')
  })
