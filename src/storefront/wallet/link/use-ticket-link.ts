import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Failure } from '#platform/failure/failure.ts'
import { readOfTab, writeOfTab } from '#platform/device/stored.ts'
import { readLink } from '#shop/guests/given-tickets.store.ts'
import { linkSecretOf, type GivenTicket, type TicketLink } from '#shop/guests/ticket-link.ts'
import { paths } from '#ui/paths.ts'

/** Returns the secret in the address and moves it out of there, into this tab's memory. */
export function useLinkSecret(): string | null {
  const { hash } = useLocation()
  const navigate = useNavigate()
  // Stays while the opened ticket's page loads, when the tab has forgotten it.
  const [held, setHeld] = useState(() => readOfTab('ticketLink'))
  const found = hash === '' ? held : linkSecretOf(hash)
  if (found !== held) setHeld(found)
  useEffect(() => {
    if (hash === '') return
    writeOfTab('ticketLink', linkSecretOf(hash))
    void navigate(paths.ticketLink, { replace: true })
  }, [hash, navigate])
  return found
}

export interface LinkRead {
  /** Its tickets, when this device has them. */
  kept: GivenTicket[] | null
  link: TicketLink | null
  failure: Failure | null
  reload: () => void
}

export function useTicketLink(secret: string | null): LinkRead {
  const [turn, setTurn] = useState(0)
  const question = secret === null ? null : `${secret} ${turn}`
  const [state, setState] = useState<{ of: string | null } & Omit<LinkRead, 'reload'>>({
    of: null,
    kept: null,
    link: null,
    failure: null,
  })
  useEffect(() => {
    if (secret === null || question === null) return
    let left = false
    void readLink(secret).then((result) => {
      if (left) return
      const value = result.ok ? result.value : null
      setState({
        of: question,
        kept: Array.isArray(value) ? value : null,
        link: Array.isArray(value) ? null : value,
        failure: result.ok ? null : result.failure,
      })
    })
    return () => {
      left = true
    }
  }, [secret, question])
  const { of, ...read } = state
  const known = of === question ? read : { kept: null, link: null, failure: null }
  return { ...known, reload: () => setTurn((now) => now + 1) }
}
