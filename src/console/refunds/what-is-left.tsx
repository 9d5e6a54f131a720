import { Link } from 'react-router-dom'
import type { PaymentMethod } from '#shop/box-office/door-sale.ts'
import type { Refundable } from '#shop/refunds/refunds-admin.api.ts'
import { exactRupees } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { paths, withQuery } from '#ui/paths.ts'
import { unprovenWords } from './refund-words.ts'
import { RefundsLink } from './refunds-link.tsx'

export interface PaidLine {
  id: string
  what: string
}

export function WhatIsLeft({
  left,
  lines,
  orderCode,
  door,
}: {
  left: Refundable
  lines: readonly PaidLine[]
  orderCode: string
  door: PaymentMethod | null
}) {
  const valid = lines.filter((line) => left.lineIds.includes(line.id))
  return (
    <>
      {left.owed > 0 ? (
        <p>
          {exactRupees(left.owed)} is owed already: see <RefundsLink orderCode={orderCode} />.
        </p>
      ) : left.most > 0 ? (
        valid.length > 0 ? (
          <p>{exactRupees(left.most)} is left besides its valid tickets.</p>
        ) : null
      ) : valid.length > 0 ? (
        <p>All its money bought valid tickets: nothing was paid too much.</p>
      ) : (
        <p>There is nothing to refund: no money came in, it has gone back, or it paid for another order.</p>
      )}
      {valid.length > 0 ? (
        <div>
          <p className="text-muted">
            To refund a ticket, start a refund in its booking. From then on it no longer opens the gate.
          </p>
          <ul className="mt-1">
            {valid.map((line) => (
              <li key={line.id}>
                <Link
                  className="link inline-block min-h-6 wrap-anywhere"
                  to={withQuery(paths.adminBookings, { booking: line.id })}
                >
                  {line.what}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {left.most > 0 && left.owed === 0 && !left.inStatement ? <Note kind="warn">{unprovenWords(door)}</Note> : null}
    </>
  )
}
