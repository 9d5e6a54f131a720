import { useState } from 'react'
import { matchBankRows, type BankMatch, type BankMatches, type Matched, type MatchKind } from '#shop/bank/bank.api.ts'
import { readProofRules, readProofState } from '#shop/bank/proofs.api.ts'
import { approvePayments, type ManyApproved } from '#shop/payments/review.api.ts'
import { ok } from '#platform/failure/failure.ts'
import { formatDay } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { Note } from '#ui/display/note.tsx'
import { count, exactRupees } from '#ui/format.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { FailureNote } from '../kit/form/form-frame.tsx'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { decisionFailureText } from '../payments/decision/decide.ts'
import { useRefreshPaymentCounts } from '../payments/payment-tabs.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { BankHead } from './credits/bank-head.tsx'
import { ImportStatement } from './import-statement.tsx'
import { LastImports } from './last-imports.tsx'
import { MatchedPayments } from './matched-payments.tsx'
import { UnbackedSales, Unproven } from './proofs/unproven.tsx'
import { UnknownNotes } from './proofs/unknown-credits.tsx'
import { counted } from '../kit/words/counted.ts'
import { TextLink } from '../kit/text-link.tsx'

const sections: { kind: MatchKind; title: string; what: string }[] = [
  { kind: 'exact', title: 'Exact', what: 'One credit of exactly the order’s amount, and nothing else to check.' },
  {
    kind: 'to_check',
    title: 'Exact, with something to check',
    what: 'A credit of the amount came in. Open each and look.',
  },
  {
    kind: 'amount_differs',
    title: 'Amount differs',
    what: 'The UTR was found, but stated, expected and credited amounts differ, or there are several credits.',
  },
  { kind: 'two_claims', title: 'One credit, several payments', what: 'More than one payment names the same credit.' },
  {
    kind: 'likely',
    title: 'Likely',
    what: 'No credit names it, but one of its amount and day nearly does. Look, and give it the credit.',
  },
  { kind: 'not_found', title: 'Not found', what: 'No imported credit has this UTR, or the bank took it back.' },
]

async function readProofs() {
  const [state, rules] = await Promise.all([readProofState(), readProofRules()])
  if (!state.ok) return state
  return rules.ok ? ok({ state: state.value, hours: rules.value.rejectHours }) : rules
}

export function BankRoute() {
  usePageTitle('Bank statement', 'admin')
  const { value, failure, loading, reload } = useLoaded('matches', matchBankRows)
  const proofs = useLoaded('proofs', readProofs)
  const refreshCounts = useRefreshPaymentCounts()
  const changed = () => Promise.all([reload(), proofs.reload(), refreshCounts()])
  return (
    <>
      <BankHead title="Bank statement" />
      <UnknownNotes state={proofs.value?.state} />
      <ImportStatement onImported={changed} />
      <LastImports rows={value?.rows ?? 0} onTakenBack={changed} />
      {proofs.value ? (
        <>
          <Unproven unproven={proofs.value.state.unproven} hours={proofs.value.hours} onChanged={changed} />
          <UnbackedSales door={proofs.value.state.door} />
        </>
      ) : null}
      <ListFailure message="Error loading payments. Please try again." failure={failure} onRetry={reload} />
      {value ? value.rows > 0 ? <Matches found={value} onChanged={changed} /> : null : loading && <ListSkeleton />}
    </>
  )
}

function Matches({ found, onChanged }: { found: BankMatches; onChanged: () => Promise<unknown> }) {
  const { exact } = found.payments
  const filled = sections.filter(({ kind }) => found.payments[kind].count > 0)
  const empty = sections.filter((section) => !filled.includes(section))
  return (
    <>
      <p className="mt-6 text-2 text-muted">
        {counted(found.rows, 'credit')} imported
        {found.firstOn && found.lastOn ? `, ${formatDay(found.firstOn)} to ${formatDay(found.lastOn)}` : ''}
      </p>
      {filled.map(({ kind, title, what }) => (
        <section key={kind} className="mt-8" aria-label={title}>
          <SectionHead title={title} matched={found.payments[kind]} />
          <p className="text-2 text-muted">{what}</p>
          {kind === 'exact' ? <ApproveExact exact={exact} onChanged={onChanged} /> : null}
          <MatchedPayments kind={kind} title={title} rows={found.payments[kind].listed} onChanged={onChanged} />
          <More matched={found.payments[kind]} />
        </section>
      ))}
      {empty.length > 0 ? (
        <p className="mt-8 text-2 text-muted">No payment under: {empty.map(({ title }) => title).join(' · ')}.</p>
      ) : null}
      <section className="mt-8" aria-label="Credits without a payment">
        <SectionHead title="Credits without a payment" matched={found.unclaimed} />
        <p className="text-2 text-muted">
          {found.unclaimed.count === 0 ? (
            'None.'
          ) : (
            <>
              Money that no pending or approved payment names, or is likely to mean. Give it to an order, set it aside
              or send it back under{' '}
              <TextLink to={withQuery(paths.adminCredits, { state: 'unclaimed' })}>Credits</TextLink>.
            </>
          )}
        </p>
      </section>
    </>
  )
}

function SectionHead({ title, matched }: { title: string; matched: Pick<Matched<unknown>, 'count' | 'sum'> }) {
  return (
    <div className="section-head">
      <h2 className="head-4">{title}</h2>
      <span className="text-2 tabular-nums">
        {count(matched.count)} · {exactRupees(matched.sum)}
      </span>
    </div>
  )
}

function More({ matched }: { matched: Matched<unknown> }) {
  const more = matched.count - matched.listed.length
  return more > 0 ? (
    <p className="mt-2 text-2 text-muted">and {count(more)} more, shown when these are dealt with</p>
  ) : null
}

function ApproveExact({ exact, onChanged }: { exact: Matched<BankMatch>; onChanged: () => Promise<unknown> }) {
  const [asked, setAsked] = useState<readonly BankMatch[] | null>(null)
  const { busy, failure, run } = useAction(approvePayments, { failed: 'Error updating payment status' })
  const [refused, setRefused] = useState<readonly string[]>([])
  const approve = async () => {
    const result = asked && (await run(asked.map((row) => row.paymentId)))
    if (!result) return
    setAsked(null)
    setRefused(result.ok ? asked.flatMap((row) => refusalText(row, result.value)) : [])
    if (result.ok) {
      const { approved, refused: left } = result.value
      if (left.length > 0)
        toast.error(`${count(approved)} approved, ${counted(left.length, 'needs a look', 'need a look')}`)
      else toast.success(approved === 1 ? 'Payment approved' : `${counted(approved, 'payment')} approved`)
    }
    await onChanged()
  }
  const sum = (asked ?? []).reduce((total, row) => total + row.amount, 0)
  const n = exact.listed.length
  return (
    <div className="mt-3">
      <Button kind="lit" onClick={() => setAsked(exact.listed)}>
        {n === 1 ? 'Approve 1 payment' : `Approve ${count(n)} together`}
      </Button>
      <FailureNote failure={failure} className="mt-3" />
      {refused.length > 0 ? (
        <Note kind="warn" className="mt-3" role="alert">
          <p className="font-strong">Not approved</p>
          {refused.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Note>
      ) : null}
      <ConfirmDialog
        open={asked !== null}
        question={`Approve ${counted(asked?.length ?? 0, 'payment')} of ${exactRupees(sum)} in all?`}
        confirmLabel="Approve"
        kind="solid"
        busy={busy}
        busyLabel="Approving..."
        onConfirm={approve}
        onCancel={() => setAsked(null)}
      >
        <p>Each has one credit of exactly its order’s amount. The customers get their tickets at once.</p>
      </ConfirmDialog>
    </div>
  )
}

/** Says why one of several was not approved; nothing when it was. */
const refusalText = (row: BankMatch, { refused }: ManyApproved): string[] =>
  refused
    .filter(({ id }) => id === row.paymentId)
    .map(
      (one) =>
        `${row.userName ?? 'Deleted account'}, ${row.orderCode}: ${decisionFailureText({ code: one.code, message: one.code })}`,
    )
