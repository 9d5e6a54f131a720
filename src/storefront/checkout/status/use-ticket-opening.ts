import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#ui/paths.ts'
import { wasReceivedHere } from '../submitted-here.ts'
import type { TicketsState } from './use-verification.ts'

/** As long as the two words above them are read. */
const READ_MS = 1_500

/** Returns the address of a ticket, of several their list. */
export const ticketsPath = (ids: readonly string[]): string =>
  ids.length === 1 ? paths.ticket(ids[0]!) : paths.myTickets

/** Opens the tickets of a payment that was approved while the customer looked on; returns true then. */
export function useTicketOpening(orderId: string, approved: boolean, tickets: TicketsState): boolean {
  const navigate = useNavigate()
  const [lookedOn] = useState(!approved || wasReceivedHere(orderId))
  const path = tickets.kind === 'here' ? ticketsPath(tickets.ids) : null
  const opens = lookedOn && path !== null
  const open = useEffectEvent((): void => {
    if (path !== null) void navigate(path, { replace: true })
  })
  useEffect(() => {
    if (!opens) return
    const timer = setTimeout(() => open(), READ_MS)
    return () => clearTimeout(timer)
  }, [opens])
  return opens
}
