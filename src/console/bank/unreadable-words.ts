import type { Unreadable } from '#shop/bank/bank-statement.ts'
import { exactRupees } from '#ui/format.ts'

export function whyUnreadable(line: Unreadable): string {
  switch (line.why) {
    case 'date':
      return 'Its date is missing or does not exist.'
    case 'amount':
      return 'Its amount cannot be read, or it does not say whether it came in.'
    case 'cells':
      return 'It has more or fewer cells than the head.'
    case 'head':
      return 'It is under another column head.'
    case 'quotes':
      return 'Its quotation marks do not match.'
    case 'state':
      return line.said === '' ? 'It has no status.' : `Its status “${line.said}” is not known.`
    case 'currency':
      return `It is not in rupees: “${line.said}”.`
    case 'refund':
      return `A refund is beside it: “${line.said}”.`
    case 'balance':
      return `${exactRupees(line.before)} ${line.moved < 0 ? 'minus' : 'plus'} ${exactRupees(Math.abs(line.moved))} is not its balance of ${exactRupees(line.balance)}.`
  }
}
