import { banks, type Bank } from '#shop/proofs/banks.ts'
import { Cell } from '#ui/display/table.tsx'
import { StateMark, type StateKind } from '#ui/display/state-mark.tsx'
import { Fact } from '../../kit/fact.tsx'
import { ListTable } from '../../kit/list/list-table.tsx'

const mailMarks: Readonly<Record<Bank['mails'], { kind: StateKind; text: string }>> = {
  upi: { kind: 'ok', text: 'Known' },
  other: { kind: 'warn', text: 'None about UPI' },
  none: { kind: 'bad', text: 'None known' },
}

/** What a shop can expect of the bank's mails. */
function promiseOf({ mails, utr, code }: Bank): string {
  if (mails !== 'upi') return 'No payment is seen by itself: staff compare statements, or a gateway proves.'
  if (!utr) return 'Its mails name no UTR, so they help staff and approve nothing.'
  if (!code) return 'A payment is matched by its UTR, once the customer has typed it.'
  return 'A payment is matched by its order code, with no typing.'
}

/** Shows what one bank sends and how it is switched on. */
export function BankFacts({ bank }: { bank: Bank }) {
  const mark = mailMarks[bank.mails]
  const reaches = (yes: boolean) => (bank.mails !== 'upi' ? 'No mail' : yes ? 'In the mail' : 'Not in the mail')
  return (
    <dl aria-label={`What ${bank.name} sends`}>
      <Fact label="UPI mails">
        <StateMark kind={mark.kind}>{mark.text}</StateMark>
      </Fact>
      <Fact label="Amount">{reaches(true)}</Fact>
      <Fact label="UTR">{reaches(bank.utr)}</Fact>
      <Fact label="Order code">{reaches(bank.code)}</Fact>
      <Fact label="So">{promiseOf(bank)}</Fact>
      <Fact label="Switch on">{bank.switchOn}</Fact>
      <Fact label="Source">
        <a className="link" href={bank.source} target="_blank" rel="noreferrer">
          {new URL(bank.source).hostname}
        </a>
      </Fact>
    </dl>
  )
}

const yesOrNo = (bank: Bank, yes: boolean) => (bank.mails !== 'upi' ? '–' : yes ? 'Yes' : 'No')

/** Lists every bank, for choosing where to open the account. */
export function BankTable() {
  return (
    <details>
      <summary className="min-h-6 cursor-pointer">Which banks send what</summary>
      <ListTable
        caption="What banks mail about a credit by UPI"
        columns={['Bank', 'Mail', 'Amount', 'UTR', 'Order code']}
        className="mt-2"
      >
        {banks.map((bank) => (
          <tr key={bank.id}>
            <Cell>{bank.name}</Cell>
            <Cell>{mailMarks[bank.mails].text}</Cell>
            <Cell>{yesOrNo(bank, true)}</Cell>
            <Cell>{yesOrNo(bank, bank.utr)}</Cell>
            <Cell>{yesOrNo(bank, bank.code)}</Cell>
          </tr>
        ))}
      </ListTable>
      <p className="mt-2 text-2 text-muted">
        From public descriptions: a bank may change its mails on any day. Try one of yours before you rely on it.
      </p>
    </details>
  )
}
