import type { ConcertChange } from '#shop/catalogue/admin/concert.api.ts'
import type { ConcertSource } from '#shop/catalogue/admin/concert-source.api.ts'
import { readSameEvent, type EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { singerNamed, type Known } from '../new/draft/read-concert.ts'

/** Returns another event that the changed concert would repeat: same singer, place and time. */
export async function findTwin(
  seen: Pick<ConcertSource, 'id' | 'singer' | 'date' | 'venue'>,
  change: ConcertChange,
  known: Pick<Known, 'singers'>,
): Promise<EventListRow | null> {
  const { singer, date, venue } = change as { singer?: { id?: string }; date?: string; venue?: string }
  if (singer === undefined && date === undefined && venue === undefined) return null
  const singerId = singer ? singer.id : singerNamed(seen.singer, known.singers)?.id
  if (singerId === undefined) return null
  const same = await readSameEvent(seen.id, { singerId, date: date ?? seen.date, venue: venue ?? seen.venue })
  return same.ok ? same.value : null
}
