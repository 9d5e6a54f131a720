import type { Settlement } from '#shop/settlement/settlement.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { BarTable, type BarRow } from '../../kit/plot/bar-table.tsx'
import { TextLink } from '../../kit/text-link.tsx'
import { signed } from '../../kit/words/counted.ts'
import { bridgeLines, type MoneyLine } from '../../settlement/settlement-lines.ts'

/** Returns where the bar of each line is: that of a sum begins at 0, any other where the one above it ends. */
export function bridgeBars(lines: readonly Pick<MoneyLine, 'amount' | 'sum'>[]): Pick<BarRow, 'from' | 'parts'>[] {
  let at = 0
  return lines.map(({ amount, sum }) => {
    const [before, after] = sum ? [0, amount] : [at, at + amount]
    at = after
    return { from: Math.min(before, after), parts: [{ size: Math.abs(amount), look: sum ? 'bg-ink' : 'bg-accent' }] }
  })
}

/** Shows how what customers paid for a concert becomes its net ticket sales; labels lead to the rows behind them. */
export function Money({ id, settlement }: { id: string; settlement: Settlement }) {
  const refunds = (status: string) => withQuery(paths.adminRefunds, { status, event: id })
  const ways: Partial<Record<string, string>> = {
    'Paid by customers': withQuery(paths.adminEventOrders(id), { status: 'approved' }),
    Refunded: refunds('refunded'),
    'Owed back': refunds(''),
    'Net ticket sales': paths.adminEventSettlement(id),
  }
  const lines = bridgeLines(settlement)
  const bars = bridgeBars(lines)
  return (
    <BarTable
      caption="From paid to net"
      head={['What', 'Amount']}
      rows={lines.map(({ label, note, amount, sum }, index) => ({
        ...bars[index]!,
        label: (
          <>
            {ways[label] ? <TextLink to={ways[label]}>{label}</TextLink> : label}
            {note ? <span className="block text-1 font-text text-muted">{note}</span> : null}
          </>
        ),
        value: signed(amount),
        sum,
      }))}
    />
  )
}
