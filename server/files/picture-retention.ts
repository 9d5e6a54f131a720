import type { Sql } from '../database/database.ts'
import { every, stopAll } from '../every.ts'
import { log } from '../log.ts'
import type { StoredFiles } from './stored-files.ts'

const LOOK_EVERY_MS = 6 * 3600 * 1000
const BATCH = 500

/** Deletes at most BATCH pictures as deleteDuePictures, the oldest first. Returns how many. */
async function deleteBatch(database: Pick<Sql, 'query'>, files: Pick<StoredFiles, 'deleteObject'>): Promise<number> {
  const due = await database.query<{ name: string }>(
    `select o.name from storage.objects o
      cross join (select make_interval(days => s.screenshot_days) as kept from public.shop_settings s where s.id = 1) s
      left join public.payments p on p.screenshot_url = o.name
      where o.bucket_id = 'payments'
      group by o.name, o.created_at, s.kept
      having case when count(p.id) = 0 then o.created_at < now() - interval '1 day'
        else bool_and(p.status <> 'pending' and p.reviewed_at < now() - s.kept) and o.created_at < now() - s.kept end
      order by o.created_at limit ${BATCH}`,
  )
  for (const { name } of due) {
    await files.deleteObject('payments', name)
    await database.query(`delete from storage.objects where bucket_id = 'payments' and name = $1`, [name])
  }
  return due.length
}

/**
 * Deletes screenshots `screenshot_days` after their payment's decision, and pictures without a payment after a day.
 * Deletes the file before its row, so that a crash leaves a row for the next run. Returns how many it deleted.
 */
async function deleteDuePictures(
  database: Pick<Sql, 'query'>,
  files: Pick<StoredFiles, 'deleteObject'>,
  isStopping: () => boolean,
): Promise<number> {
  let gone = 0
  for (let batch = BATCH; batch === BATCH && !isStopping(); gone += batch) {
    // oxlint-disable-next-line no-await-in-loop -- each batch is those that the last one left
    batch = await deleteBatch(database, files)
  }
  return gone
}

/** Deletes files of posters and logos that no event and no setting has any more. Returns how many. */
async function deleteUnusedPosters(
  database: Pick<Sql, 'query'>,
  files: Pick<StoredFiles, 'deleteObject'>,
): Promise<number> {
  // A day old: a form that is open has stored its poster and not named it yet.
  const unused = await database.query<{ name: string }>(
    `select u.name from private.unused_poster_files(interval '1 day') as u(name)`,
  )
  for (const { name } of unused) {
    await files.deleteObject('posters', name)
    await database.query(`delete from storage.objects where bucket_id = 'posters' and name = $1`, [name])
  }
  return unused.length
}

/** Runs at once and every few hours. Returns a stop function. */
export function startPictureRetention(
  database: Pick<Sql, 'query'>,
  files: Pick<StoredFiles, 'deleteObject'>,
): () => Promise<void> {
  const deletePictures = async (isStopping: () => boolean): Promise<void> => {
    const gone = await deleteDuePictures(database, files, isStopping)
    if (gone > 0) log.say(`${gone} payment ${gone === 1 ? 'screenshot' : 'screenshots'} deleted, as the settings say.`)
  }
  const deletePosters = async (): Promise<void> => {
    const gone = await deleteUnusedPosters(database, files)
    if (gone > 0)
      log.say(
        `${gone} ${gone === 1 ? 'file' : 'files'} of posters or logos deleted: nothing shows ${gone === 1 ? 'it' : 'them'}.`,
      )
  }
  const atOnce = true
  return stopAll(
    every(LOOK_EVERY_MS, 'Old payment screenshots could not be deleted', deletePictures, { atOnce }),
    every(LOOK_EVERY_MS, 'Unused posters could not be deleted', deletePosters, { atOnce }),
  )
}
