import { doorMethods } from '#shop/box-office/door-sale.ts'
import { movedIn, type TillBook } from '#shop/box-office/till.ts'
import { exactRupees } from '#ui/format.ts'
import { differenceWords, methodNames } from '../box-office-words.ts'
import { counted, signed } from '../../kit/words/counted.ts'

export interface BookRow {
  label: string
  value: string
  /** A sum of the rows above it. */
  sum?: boolean
}

export const salesText = (n: number): string => counted(n, 'sale')

/** Returns the rows of a book: how the cash adds up, then what came in otherwise. */
export function bookRows(book: TillBook): BookRow[] {
  const { cash } = book.byMethod
  const moved = movedIn(book)
  return [
    { label: 'Put in at the start', value: exactRupees(book.opening) },
    { label: `Cash, ${salesText(cash.n)}`, value: signed(cash.amount, '+ ') },
    ...(book.moves.length > 0 ? [{ label: 'Cash in and out', value: signed(moved, '+ ') }] : []),
    // While it is open the drawer is counted first, then compared.
    ...(book.counted === null
      ? []
      : [{ label: 'Expected in the drawer', value: exactRupees(book.expected), sum: true }]),
    ...(book.counted === null || book.difference === null
      ? []
      : [
          { label: 'Counted', value: exactRupees(book.counted) },
          { label: 'Difference', value: differenceWords(book.difference) },
        ]),
    ...doorMethods
      .filter((method) => method !== 'cash' && book.byMethod[method].n > 0)
      .map((method) => {
        const { n, amount } = book.byMethod[method]
        return { label: `${methodNames[method]}, ${salesText(n)}`, value: exactRupees(amount) }
      }),
    ...(book.undone.n > 0
      ? [{ label: `Undone, ${salesText(book.undone.n)}, not counted above`, value: exactRupees(book.undone.amount) }]
      : []),
  ]
}
