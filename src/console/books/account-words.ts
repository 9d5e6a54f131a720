import type { Account, Entry, TrialBalance } from '#shop/books/ledger.api.ts'
import { groupReference } from '#shop/payments/utr.ts'
import { methodNames } from '../box-office/box-office-words.ts'
import { refundReasons } from '../refunds/refund-words.ts'
import { wayNames } from '../refunds/way-back.ts'

interface AccountWords {
  name: string
  /** Where its balance, a debit as it is stored, belongs: money that is here, or what that money is for. */
  side: 'here' | 'for'
  hint?: string
}

export const accountWords: Record<Account, AccountWords> = {
  bank: { name: 'Bank', side: 'here', hint: 'Credits of statements and of the bank’s mails' },
  gateway: { name: 'Payment gateway', side: 'here' },
  till: { name: 'Tills', side: 'here' },
  card: { name: 'Card machine', side: 'here' },
  sent: { name: 'Sent to customers', side: 'here', hint: 'No statement shows it yet' },
  customers: { name: 'Approved, not seen yet', side: 'here', hint: 'Orders whose money no statement or mail has' },
  sales: { name: 'Sales', side: 'for', hint: 'Without taxes and fee' },
  gst: { name: 'GST', side: 'for' },
  local_tax: { name: 'Local tax', side: 'for' },
  fee: { name: 'Convenience fee', side: 'for' },
  rounding: { name: 'Rounding', side: 'for', hint: 'What made totals whole rupees' },
  owed: { name: 'Owed to customers', side: 'for' },
  promised: { name: 'Sales that will go back with it', side: 'for' },
  unexplained: { name: 'Unexplained', side: 'for', hint: 'Credits that no order claims' },
  set_aside: { name: 'Set aside', side: 'for', hint: 'Credits that staff explained' },
  otherwise: { name: 'Refunded another way', side: 'for', hint: 'Not from this account or these tills' },
  float: { name: 'Cash put into tills', side: 'for', hint: 'Less what was taken out' },
  difference: { name: 'Too much in tills', side: 'for', hint: 'Below 0: cash was missing when it was counted' },
}

export interface AccountRow {
  account: Account
  /** Paise, with the sign that a reader expects of its side. */
  before: number
  change: number
  now: number
}

/** Returns the accounts of a side that hold or held something, in the order of `accountWords`, and their sum. */
export function rowsOf(balance: TrialBalance, side: AccountWords['side']): { rows: AccountRow[]; sum: number } {
  const sign = side === 'here' ? 1 : -1
  const rows = (Object.keys(accountWords) as Account[]).flatMap((account) => {
    const of = balance.accounts.find((one) => one.account === account)
    if (accountWords[account].side !== side || !of) return []
    return [
      {
        account,
        before: sign * of.before || 0,
        change: sign * (of.debit - of.credit) || 0,
        now: sign * of.balance || 0,
      },
    ]
  })
  return { rows, sum: rows.reduce((sum, { now }) => sum + now, 0) }
}

/** Says what happened, from the facts of an entry. */
export function entryText({ kind, facts, amounts }: Entry): string {
  const fact = (name: string): string | null => {
    const value = facts[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  switch (kind) {
    case 'payment': {
      if (amounts.some(({ account, amount }) => account === 'sales' && amount > 0)) return 'The sale was undone'
      const method = fact('method')
      const how =
        method === null || method === 'upi' ? '' : `, ${methodNames[method as keyof typeof methodNames].toLowerCase()}`
      if (facts['by_proof'] === true) return 'Approved by the bank’s proof'
      return `Approved${fact('by') === null ? '' : ` by ${fact('by')}`}${how}`
    }
    case 'credit':
      return [`Credit of ${fact('booked_on') ?? 'the bank'}`, fact('file'), fact('narration')]
        .filter(Boolean)
        .join(', ')
    case 'refund': {
      const paid = amounts.some(({ account, amount }) => account === 'owed' && amount > 0)
      const seen = amounts.some(({ account, amount }) => account === 'sent' && amount > 0)
      const why = fact('note') ?? refundReasons[fact('reason') as keyof typeof refundReasons]
      if (seen) return 'A statement shows the refund'
      if (!paid) return `Owed back: ${why}`
      const way = fact('way')
      const utr = fact('utr')
      return `Sent back${way === null ? '' : `, ${wayNames[way as keyof typeof wayNames]}`}${utr === null ? '' : `, UTR ${groupReference(utr)}`}`
    }
    case 'till':
      return 'Till'
  }
}
