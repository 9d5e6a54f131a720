import { checkGivenTickets, watchGivenTickets } from '#shop/guests/given-tickets.store.ts'
import type { GivenTicket } from '#shop/guests/ticket-link.ts'
import { usePolling } from '#ui/hooks/use-polling.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

const CHECK_EVERY_MS = 5 * 60_000

/** Tickets that links opened on this device, checked with the server now and then; undefined until they are read. */
export function useGivenTickets(): readonly GivenTicket[] | undefined {
  const { value, error } = useWatched(watchGivenTickets, [])
  const some = value !== undefined && value.length > 0
  usePolling(() => checkGivenTickets(), some ? CHECK_EVERY_MS : null, { atOnce: true })
  return value ?? (error === undefined ? undefined : [])
}
