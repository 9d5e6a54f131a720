import { listProofApprovals } from '#shop/bank/proofs.api.ts'
import { addDays, formatDay, formatTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { Cell } from '#ui/display/table.tsx'
import { exactRupees } from '#ui/format.ts'
import { ListFailure, ListSkeleton } from '../../kit/list/list-parts.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import { keyWords, sourcesText } from '../credits/credit-words.ts'
import { PaymentLink } from '../credits/bank-head.tsx'
import { counted } from '../../kit/words/counted.ts'
import { ListTable } from '../../kit/list/list-table.tsx'

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

/** Lists the payments that no person approved on a day. `fresh` reads the list again. */
export function Approvals({
  day,
  today,
  fresh,
  onDay,
}: {
  /** 'YYYY-MM-DD', as is `today`. */
  day: string
  today: string
  fresh: number
  onDay: (day: string) => void
}) {
  const { value, failure, loading, reload } = useLoaded(`${day} ${fresh}`, () => listProofApprovals(day), { list: day })
  const sum = (value ?? []).reduce((total, { amount }) => total + amount, 0)
  return (
    <>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <TextField
          label="Day"
          type="date"
          className="w-[180px]"
          value={day}
          max={today}
          required
          onChange={({ target }) => (isDay(target.value) ? onDay(target.value) : null)}
        />
        <Button kind="line" onClick={() => onDay(addDays(day, -1))}>
          Day before
        </Button>
        <Button kind="line" disabled={day >= today} onClick={() => onDay(addDays(day, 1))}>
          Day after
        </Button>
      </div>
      <ListFailure message="Error loading approvals" failure={failure} onRetry={reload} />
      {!value ? (
        loading && <ListSkeleton />
      ) : value.length === 0 ? (
        <p className="mt-4 text-muted">No payment was approved by proof on {formatDay(day)}.</p>
      ) : (
        <>
          <p className="mt-4 text-2 text-muted tabular-nums" role="status">
            {counted(value.length, 'payment')} of {exactRupees(sum)} on {formatDay(day)}
          </p>
          <ListTable
            caption={`Approved by proof on ${formatDay(day)}`}
            columns={[
              'Order',
              { head: 'Matched by', deskOnly: true },
              { head: 'Proofs', deskOnly: true },
              'Time',
              { head: 'Amount', number: true },
            ]}
          >
            {value.map((one) => (
              <tr key={one.paymentId}>
                <Cell className="max-desk:w-full max-desk:max-w-0">
                  <PaymentLink id={one.paymentId} orderCode={one.orderCode} />
                  <span className="block truncate text-1 text-muted">{one.userName ?? 'Deleted account'}</span>
                  <span className="block text-1 text-muted desk:hidden">
                    {[one.key === null ? null : keyWords[one.key], sourcesText(one.sources)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                  {one.unknownToStatement ? (
                    <StateMark kind="bad" className="mt-1">
                      The statement does not know this credit
                    </StateMark>
                  ) : null}
                </Cell>
                <Cell deskOnly>{one.key === null ? '–' : keyWords[one.key]}</Cell>
                <Cell deskOnly className="wrap-anywhere">
                  {sourcesText(one.sources) || 'None'}
                  <span className="block text-1 text-muted">{one.narration}</span>
                </Cell>
                <Cell className="whitespace-nowrap">{formatTime(one.approvedAt)}</Cell>
                <Cell number>{exactRupees(one.amount)}</Cell>
              </tr>
            ))}
          </ListTable>
        </>
      )}
    </>
  )
}
