import { FailureNote } from '../../kit/form/form-frame.tsx'
import { useState } from 'react'
import { UNDO_MS } from '#shop/box-office/door-sale.ts'
import type { TillBook, TillSale } from '#shop/box-office/till.ts'
import { formatDayTime, formatTime } from '#platform/time/ist.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { Note } from '#ui/display/note.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { Cell } from '#ui/display/table.tsx'
import { exactRupees } from '#ui/format.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { paths } from '#ui/paths.ts'
import { seatsText } from '#console/bookings/ticket-state.tsx'
import { signed } from '../../kit/words/counted.ts'
import { methodNames } from '../box-office-words.ts'
import { UndoDialog } from '../sold/undo-dialog.tsx'
import { bookRows } from './book-rows.ts'
import { newTicketLink } from '#shop/guests/guests-admin.api.ts'
import { Dialog } from '#ui/controls/dialog.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { TakeOver } from '../sold/take-over.tsx'
import { ListTable } from '../../kit/list/list-table.tsx'

/** Shows what a till took, its moves of cash and its sales. */
export function TillBookView({
  book,
  anyTime,
  onChanged,
}: {
  book: TillBook
  /** Admins undo, and make new links, also after five minutes. */
  anyTime: boolean
  onChanged: () => unknown
}) {
  return (
    <div className="grid gap-6">
      <div>
        <p className="text-2 text-muted">
          Opened {formatDayTime(book.openedAt)}
          {book.openedBy ? ` by ${book.openedBy}` : ''}
          {book.closedAt
            ? ` · closed ${formatDayTime(book.closedAt)}${book.closedBy ? ` by ${book.closedBy}` : ''}`
            : ''}
        </p>
        <dl className="mt-3 max-w-[480px] border-t-2 border-rule-strong tabular-nums">
          {bookRows(book).map(({ label, value, sum }) => (
            <div
              key={label}
              className={classes('flex justify-between gap-4 border-b border-rule py-2', sum && 'font-strong')}
            >
              <dt>{label}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
        </dl>
        {book.note === '' ? null : <Note className="mt-3">{book.note}</Note>}
      </div>
      {book.moves.length === 0 ? null : (
        <section>
          <h3 className="head-4">Cash in and out</h3>
          <ul className="mt-2 max-w-[480px] border-t border-rule-strong">
            {book.moves.map((move) => (
              <li key={move.id} className="flex justify-between gap-4 border-b border-rule py-2 text-2">
                <span className="min-w-0 wrap-anywhere">
                  {move.reason}
                  <span className="block text-1 text-muted">
                    {formatTime(move.at)}
                    {move.by ? `, ${move.by}` : ''}
                  </span>
                </span>
                <span className="flex-none tabular-nums">{signed(move.amount, '+ ')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3 className="head-4">Sales</h3>
        {book.sales.length === 0 ? (
          <p className="mt-2 text-muted">Nothing was sold yet.</p>
        ) : (
          <Sales book={book} anyTime={anyTime} onChanged={onChanged} />
        )}
      </section>
    </div>
  )
}

function Sales({ book, anyTime, onChanged }: { book: TillBook; anyTime: boolean; onChanged: () => unknown }) {
  const now = useNow()
  const [undoing, setUndoing] = useState<TillSale | null>(null)
  const [linking, setLinking] = useState<TillSale | null>(null)
  const isFresh = (sale: TillSale): boolean => book.closedAt === null && Date.parse(sale.at) + UNDO_MS > now
  const mayUndo = (sale: TillSale): boolean =>
    sale.undoneAt === null && book.closedAt === null && (anyTime || isFresh(sale))
  return (
    <>
      <ListTable
        caption="Sales of this till"
        className=""
        columns={['Sale', { head: 'Tickets', deskOnly: true }, 'Paid', { head: 'Total', number: true }]}
      >
        {book.sales.map((sale) => (
          <tr key={sale.orderId}>
            <Cell>
              <span className="font-strong">{sale.orderCode}</span>
              <span className="block text-1 text-muted">
                {formatTime(sale.at)}
                {sale.name ? `, ${sale.name}` : ''}
              </span>
              <span className="block text-1 text-muted desk:hidden">
                <Tickets sale={sale} />
              </span>
            </Cell>
            <Cell deskOnly className="wrap-anywhere">
              <Tickets sale={sale} />
            </Cell>
            <Cell>
              {methodNames[sale.method]}
              {sale.undoneAt ? (
                <StateMark kind="bad" tag className="mt-1 flex!">
                  Undone
                </StateMark>
              ) : null}
            </Cell>
            <Cell number>
              <span className={sale.undoneAt ? 'line-through' : undefined}>{exactRupees(sale.total)}</span>
              {sale.total > 0 ? (
                <ButtonLink
                  kind="bare"
                  small
                  className="mt-1 ml-auto flex!"
                  aria-label={`Invoice of sale ${sale.orderCode}`}
                  to={paths.adminPapers(sale.paymentId)}
                  target="_blank"
                >
                  Invoice
                </ButtonLink>
              ) : null}
              {mayUndo(sale) ? (
                <Button
                  kind="bare"
                  small
                  className="mt-1 ml-auto flex!"
                  aria-label={`Undo sale ${sale.orderCode}`}
                  onClick={() => setUndoing(sale)}
                >
                  Undo
                </Button>
              ) : null}
              {sale.ticketId !== null && (anyTime || isFresh(sale)) ? (
                <Button
                  kind="bare"
                  small
                  className="mt-1 ml-auto flex!"
                  aria-label={`New link for sale ${sale.orderCode}`}
                  onClick={() => setLinking(sale)}
                >
                  New link
                </Button>
              ) : null}
            </Cell>
          </tr>
        ))}
      </ListTable>
      {linking?.ticketId ? (
        <NewLinkDialog
          ticketId={linking.ticketId}
          orderCode={linking.orderCode}
          people={linking.lines.reduce((sum, { seats }) => sum + seats.length, 0)}
          onClose={() => setLinking(null)}
        />
      ) : null}
      {undoing ? (
        <UndoDialog
          sale={{ ...undoing, cash: undoing.method === 'cash' }}
          onClose={() => setUndoing(null)}
          onDone={() => {
            setUndoing(null)
            void onChanged()
          }}
        />
      ) : null}
    </>
  )
}

function Tickets({ sale }: { sale: TillSale }) {
  return sale.lines.map((line, index) => (
    <span key={index} className="block">
      {line.event}, {line.category}: {seatsText(line.seats)}
    </span>
  ))
}

/** Makes a new link for a buyer whose phone lost the tickets, which ends the one before. */
function NewLinkDialog({
  ticketId,
  orderCode,
  people,
  onClose,
}: {
  ticketId: string
  orderCode: string
  people: number
  onClose: () => void
}) {
  const [secret, setSecret] = useState<string | null>(null)
  const { busy, failure, run } = useAction(() => newTicketLink(ticketId), { failed: 'Error making the link' })
  const make = async () => {
    const result = await run()
    if (result?.ok) setSecret(result.value)
  }
  return (
    <Dialog open onClose={onClose} title={`New link for sale ${orderCode}`}>
      {secret === null ? (
        <>
          <p className="max-w-[60ch]">
            For a buyer whose phone lost the tickets, or who has another phone now. A new link ends the one before. A
            phone that has the tickets keeps them and shows that there is a new link, the gate lets each person in once,
            and for a day they cannot be given away.
          </p>
          <FailureNote
            failure={failure}
            but={{
              already_decided: 'The tickets were revoked: they have no link.',
              too_late: 'The link was opened, or five minutes are over: an admin makes a new one.',
            }}
            className="mt-4"
          />
          <div className="mt-5 flex flex-wrap gap-3">
            <Button busy={busy} busyLabel="Making..." onClick={() => void make()}>
              Make a new link
            </Button>
            <Button kind="line" onClick={onClose}>
              Keep the old one
            </Button>
          </div>
        </>
      ) : (
        <TakeOver secret={secret} people={people} />
      )}
    </Dialog>
  )
}
