import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { MyTicket } from '#offline/wallet.ts'
import { Button } from '#ui/button.tsx'
import { count } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'

/** Tickets drawn at first; each press draws as many again. Hardly anybody holds more, and some hold thousands. */
export const TICKETS_AT_FIRST = 20

/** A group of tickets under its title, the first of them drawn, and how many there are when that is not all. */
export function TicketList({
  title,
  tickets,
  children,
}: {
  title: string
  tickets: readonly MyTicket[]
  /** Draws one of them as a list item. */
  children: (ticket: MyTicket, index: number) => ReactNode
}) {
  const [shown, setShown] = useState(TICKETS_AT_FIRST)
  const list = useRef<HTMLUListElement>(null)
  const first = useRef<number | null>(null)
  useEffect(() => {
    if (first.current === null) return
    // Whoever asked for more by keyboard goes on where the new ones begin.
    list.current?.children[first.current]?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
    first.current = null
  }, [shown])
  if (tickets.length === 0) return null
  const left = tickets.length - shown
  return (
    <section className="mt-6 desk:mt-10" aria-label={title}>
      <div className="section-head pb-0!">
        <h2 className="head-4">{title}</h2>
        {left > 0 && (
          <p className="text-2 text-muted" role="status">
            {t('wallet.shown', { shown: count(shown), n: count(tickets.length) })}
          </p>
        )}
      </div>
      <ul ref={list} className="rows">
        {tickets.slice(0, shown).map(children)}
      </ul>
      {left > 0 && (
        <Button
          kind="line"
          className="no-print mt-4"
          onClick={() => {
            first.current = shown
            setShown(shown * 2)
          }}
        >
          {t('wallet.more', { n: count(Math.min(shown, left)) })}
        </Button>
      )}
    </section>
  )
}
