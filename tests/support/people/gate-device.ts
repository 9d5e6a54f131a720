import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { newCustomer, type Customer as Person } from '../server/visitor.ts'

/** What a function of the shop returns. @throws its refusal */
export async function answer<T>(client: SupabaseClient, name: string, args: Record<string, unknown> = {}): Promise<T> {
  const { data, error } = await client.rpc(name, args)
  if (error) throw new Error(`${name}: ${error.message}`)
  return data as T
}

/** A volunteer whose phone let in a ticket's seats at Gate L of an event. */
export async function worksAt(
  shop: { url: string },
  admin: Person,
  eventId: string,
  ticket: { id: string; seats: string[] },
) {
  const volunteer = await newCustomer(shop, 'Sunita Deshpande')
  await answer(admin.client, 'set_staff_role', { p_user_id: volunteer.id, p_role: 'gate' })
  await answer(admin.client, 'set_staff_events', { p_user_id: volunteer.id, p_event_ids: [eventId] })
  const device = `phone-${randomUUID()}`
  const at = new Date().toISOString()
  const scan = { id: randomUUID(), event_id: eventId, ticket_id: ticket.id, verdict: 'ENTER', seats: ticket.seats }
  const scans = [{ ...scan, gate: 'Gate L', device, scanned_at: at, sent_at: at }]
  await answer(volunteer.client, 'record_scans', { p_scans: scans })
  return { volunteer, device }
}
