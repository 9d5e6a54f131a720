import { randomUUID } from 'node:crypto'
import type { Shop } from '../server/shop.ts'
import { demoPerson } from '../server/visitor.ts'

const HOUR_MS = 3_600_000
const MONTH_HOURS = 720

/** A price zone as the form of a concert sends it; without a kind numbered seats, A1 and on. */
export interface Zone {
  name: string
  price: number
  total?: number
  kind?: 'seats' | 'sections' | 'standing'
  section_ids?: string[]
  is_free?: boolean
  /** ISO instant */
  sale_from?: string
  phases?: readonly { name: string; price: number; until_sold?: number }[]
}

export interface MadeConcert {
  id: string
  singer: string
  date: string
  /** Ids of ticket categories by their names. */
  categories: Record<string, string>
}

export const hall: Zone = { name: 'Hall', price: 800, total: 40 }
export const gold: Zone = { name: 'Gold', price: 900, total: 30 }
/** Numbered seats in spite of its name. */
export const floorSeats: Zone = { name: 'Floor', price: 400, total: 50 }
export const floor: Zone = { name: 'Floor', price: 600, total: 300, kind: 'standing' }

/** Publishes a concert with a singer of its own, in a month unless `hours` says otherwise. `more` are fields of save_concert. */
export async function publishConcert(
  shop: Pick<Shop, 'url'>,
  zones: readonly Zone[],
  {
    singer = `Singer ${randomUUID().slice(0, 8)}`,
    hours = MONTH_HOURS,
    ...more
  }: Record<string, unknown> & {
    singer?: string
    hours?: number
  } = {},
): Promise<MadeConcert> {
  const { client } = await demoPerson(shop, 'admin')
  const id = randomUUID()
  const date = new Date(Date.now() + hours * HOUR_MS).toISOString()
  const categories = zones.map((zone) => ({ id: randomUUID(), ...zone }))
  const concert = {
    ...{ singer: { name: singer }, city: 'Goa', venue: 'Night Shed', publish: 'now', categories },
    dates: [{ id, date, doors_at: null, ends_at: null }],
    ...more,
  }
  await client.rpc('save_concert', { p_concert: concert }).throwOnError()
  return { id, singer, date, categories: Object.fromEntries(categories.map((one) => [one.name, one.id])) }
}

/** Publishes a concert in the demo's hall whose balcony has wheelchair places: A1 and A16, with A2 and A15 beside them. */
export async function publishInSaptakHall(shop: Pick<Shop, 'url'>, zones: readonly Zone[]): Promise<MadeConcert> {
  const { client } = await demoPerson(shop, 'admin')
  const { data } = await client
    .from('seating_layouts')
    .select('id')
    .eq('name', 'Saptak Hall')
    .limit(1)
    .single()
    .throwOnError()
  return publishConcert(shop, zones, { hall: { id: data.id as string } })
}

/** Cancels a concert, as staff do in their list. */
export async function cancelsConcert(
  shop: Pick<Shop, 'url'>,
  id: string,
  reason = 'The hall is flooded.',
): Promise<void> {
  const { client } = await demoPerson(shop, 'admin')
  await client.rpc('cancel_event', { p_event_id: id, p_reason: reason }).throwOnError()
}
