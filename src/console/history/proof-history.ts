import type { HistoryEntry } from '#shop/history/history.api.ts'
import { toPaise } from '#shop/prices/money.ts'
import { exactRupees } from '#ui/format.ts'
import { counted } from '../kit/words/counted.ts'

type Entry = Pick<HistoryEntry, 'action' | 'noun' | 'before' | 'after'>

/** Returns true for an approval that no person made. */
export const isByProof = ({ noun, before, after }: Pick<Entry, 'noun' | 'before' | 'after'>): boolean =>
  noun === 'payments' && after?.['approved_by_proof'] === true && before?.['approved_by_proof'] !== true

/** Columns that the title says already. */
export const saidInTitle: Readonly<Record<string, readonly string[]>> = {
  credits: ['amount', 'order_code', 'source'],
  proof_rules: ['hours'],
  payments: ['approved_by_proof'],
}

/** Returns the title of an entry about credits, shifts and approvals by proof; null for all others. */
export function proofTitle(entry: Entry): string | null {
  const { action, noun, before, after } = entry
  const text = (row: Entry['before'], column: string): string => {
    const value = row?.[column]
    return typeof value === 'string' ? value : ''
  }
  if (isByProof(entry)) return `Payment ${text(after, 'order_code')} approved by proof`
  if (action === 'change_shift') {
    const hours = Number(after?.['hours'] ?? 0)
    return hours === 0 ? 'Shift ended' : `Shift of ${counted(hours, 'hour')} begun`
  }
  if (noun !== 'credits') return null
  const credit = creditOf(after)
  switch (action) {
    case 'import':
      return text(after, 'source') === 'report' ? 'Payment report imported' : 'Bank statement imported'
    case 'take_back':
      return text(before, 'source') === 'report' ? 'Payment report taken back' : 'Bank statement import taken back'
    case 'give_credit': {
      const [to, from] = [text(after, 'order_code'), text(before, 'order_code')]
      if (to === '') return `${credit} taken back from ${from || 'its order'}`
      return `${credit} given to ${to}${from === '' ? '' : `, no longer to ${from}`}`
    }
    case 'share_credit':
      return `${credit} shared: ${text(after, 'parts')}`
    case 'set_aside':
      return text(after, 'reason') === '' ? `${credit} not set aside any more` : `${credit} set aside`
    case 'reverse':
      return `${credit} taken back by the bank`
    case 'return_credit':
      return `${credit} sent back`
    default:
      return null
  }
}

function creditOf(after: Entry['after']): string {
  const amount = after?.['amount']
  return typeof amount === 'number' || typeof amount === 'string'
    ? `Credit of ${exactRupees(toPaise(amount))}`
    : 'Credit'
}
