import type { TillBook } from '#shop/box-office/till.ts'
import { formatDayTime, formatTime } from '#platform/time/ist.ts'
import { exactRupees } from '#ui/format.ts'
import { shopName } from '#ui/shop.ts'
import { signed } from '../../kit/words/counted.ts'
import { methodNames } from '../box-office-words.ts'
import { bookRows } from './book-rows.ts'

/** Shows the book of a till on paper. */
export function BookPrint({ book }: { book: TillBook }) {
  return (
    <article className="print-page">
      <p className="print-shop">{shopName()}</p>
      <p className="print-event">Till: {book.name}</p>
      <p>
        Opened {formatDayTime(book.openedAt)}
        {book.openedBy ? `, ${book.openedBy}` : ''}
        <br />
        {book.closedAt ? `Closed ${formatDayTime(book.closedAt)}` : 'Still open'}
      </p>
      <table>
        <tbody>
          {bookRows(book).map((row) => (
            <tr key={row.label}>
              <td>{row.label}</td>
              <td>{row.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {book.note === '' ? null : <p>Note: {book.note}</p>}
      {book.moves.length === 0 ? null : (
        <>
          <p className="print-seats">Cash in and out</p>
          <table className="print-small">
            <tbody>
              {book.moves.map((move) => (
                <tr key={move.id}>
                  <td>
                    {formatTime(move.at)} {move.reason}
                  </td>
                  <td>{signed(move.amount, '+ ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {book.sales.length === 0 ? null : (
        <>
          <p className="print-seats">Sales</p>
          <table className="print-small">
            <tbody>
              {book.sales.map((sale) => (
                <tr key={sale.orderId}>
                  <td>
                    {formatTime(sale.at)} {sale.orderCode} {methodNames[sale.method]}
                    {sale.undoneAt ? ', undone' : ''}
                  </td>
                  <td>{exactRupees(sale.total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </article>
  )
}
