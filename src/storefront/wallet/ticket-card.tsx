import { useMemo, useState, type ReactNode } from 'react'
import { ConcertTime } from '#account/concert-time.tsx'
import { formatDay } from '#platform/time/ist.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { codesOf } from '#shop/tickets/passes/passes.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/wallet.ts'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import { EventPoster } from '../catalogue/event/event-poster.tsx'
import { TestMark } from '../test-mark.tsx'
import { PassDialog, PassMenu, PassState, type Asked } from './hand-over/pass-owner.tsx'
import { TicketQr } from './ticket-qr.tsx'
import { cityWords } from '#ui/format.ts'

/**
 * Shows a ticket as an object: poster, artist, date and, while `valid`, a pass for each person with seat, name and code.
 * `name`: of the holder.
 */
export function TicketCard({
  ticket,
  name,
  level: Heading,
  valid = true,
  givesAway = false,
  givesBack = false,
}: {
  ticket: MyTicket
  name: string
  level: 'h1' | 'h2'
  valid?: boolean
  /** Its passes may still be handed over. */
  givesAway?: boolean
  /** Its passes may still be given back for their price. */
  givesBack?: boolean
}) {
  const codes = useMemo(() => (valid ? codesOf(ticket) : []), [ticket, valid])
  const [at, setAt] = useState(0)
  const [asked, setAsked] = useState<Asked | null>(null)
  const current = codes[Math.min(at, codes.length - 1)]
  const held = codes.length > 0 ? codes.map(({ seat }) => seat) : ticket.seats
  return (
    <>
      <article className="overflow-hidden rounded-[6px] border border-rule bg-raised break-inside-avoid">
        <EventPoster eventId={ticket.eventId} className="no-print aspect-auto! h-20 rounded-none! desk:h-24" eager />
        <div className="flex items-start gap-2 py-3 pr-1 pl-4">
          <div className="min-w-0 flex-1">
            <Heading className="head-4">
              {ticket.singer}
              {ticket.isTest && (
                <>
                  {' '}
                  <TestMark />
                </>
              )}
            </Heading>
            <p className="text-2">
              <ConcertTime at={ticket.date} day />
            </p>
            <p className="text-2 text-muted">
              {ticket.venue}, {cityWords(ticket.city)}
            </p>
            <Moved ticket={ticket} />
          </div>
          {current && givesAway && (
            <PassMenu
              ticket={ticket}
              code={current}
              mayReturn={givesBack}
              onAsk={(act) => setAsked({ act, code: current })}
            />
          )}
        </div>
        <div className="flex flex-wrap justify-between gap-x-4 border-t border-rule px-4 pt-2 pb-1 text-2">
          <p className="text-muted">
            <span>{ticket.categoryName}</span>
            <Seats of={held} ticket={ticket} />
          </p>
          <p className="font-strong wrap-anywhere">{name}</p>
        </div>
        {current && <TicketQr ticket={ticket} codes={codes} at={at} onAt={setAt} />}
      </article>
      {current && givesAway && (
        <PassState ticket={ticket} code={current} onAgain={() => setAsked({ act: 'pass', code: current })} />
      )}
      {asked && <PassDialog ticket={ticket} asked={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** Of one seat only the word: it follows in large letters. */
function Seats({ of, ticket }: { of: readonly string[]; ticket: MyTicket }): ReactNode {
  const said = saidSeats({ seats: of, sections: ticket.sections })
  if (of.length !== 1)
    return (
      <>
        {' · '}
        <span className="tabular-nums">{t('wallet.seats', said)}</span>
      </>
    )
  return isStanding(of) || said.named ? null : ` · ${t('wallet.ticket.seat')}`
}

/** Says that the concert has another date than when the ticket was bought. */
export function Moved({ ticket: { previousDate } }: { ticket: MyTicket }) {
  if (previousDate === null) return null
  return <p className="text-2 text-warn">{t('wallet.moved', { day: formatDay(previousDate) })}</p>
}
