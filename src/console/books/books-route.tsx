import { readTrialBalance, type TrialBalance } from '#shop/books/ledger.api.ts'
import { dayKey } from '#platform/time/ist.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { SelectField } from '#ui/controls/field.tsx'
import { Empty, Note } from '#ui/display/note.tsx'
import { Cell, HeadCell, Table } from '#ui/display/table.tsx'
import { useNow } from '#ui/hooks/use-time.ts'
import { paths } from '#ui/paths.ts'
import { ListFailure, ListSkeleton, PageHead } from '../kit/list/list-parts.tsx'
import { useListState, type Sort } from '../kit/list/list-state.ts'
import { TextLink } from '../kit/text-link.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { signed } from '../kit/words/counted.ts'
import { accountWords, rowsOf, type AccountRow } from './account-words.ts'
import { Months } from './months.tsx'
import { daysOf, monthsUntil, monthName } from './months.ts'

const unsorted: Sort = { column: 'account', ascending: true }
const sorts = ['account'] as const
const MONTHS_OFFERED = 24

/** Where an account's rows are read one by one. */
const rowsBehind: Partial<Record<AccountRow['account'], string>> = {
  bank: paths.adminCredits,
  till: paths.adminTills,
  customers: paths.adminBank,
  owed: paths.adminRefunds,
  unexplained: paths.adminCredits,
}

export function BooksRoute() {
  usePageTitle('Books', 'admin')
  const list = useListState(sorts, unsorted)
  const months = monthsUntil(dayKey(useNow()), MONTHS_OFFERED)
  const month = months.find((one) => one === list.get('month')) ?? null
  const { value, failure, reload } = useLoaded(month ?? 'all', () => readTrialBalance(daysOf(month)), {
    list: month ?? 'all',
  })

  return (
    <>
      <PageHead title="Books" />
      <SelectField
        label="Booked in"
        className="mt-4 w-full desk:w-[280px]"
        value={month ?? ''}
        onChange={(event) => list.set({ month: event.target.value || null })}
      >
        <option value="">All days</option>
        {months.map((one) => (
          <option key={one} value={one}>
            {monthName(one)}
          </option>
        ))}
      </SelectField>
      <ListFailure message="Error loading the books" failure={failure} onRetry={reload} />
      {value === undefined ? (
        failure ? null : (
          <ListSkeleton />
        )
      ) : value.accounts.length === 0 ? (
        <Empty title="Nothing is booked yet">The first approved payment or credit of the bank opens the books.</Empty>
      ) : (
        <Balance value={value} ofMonth={month !== null} />
      )}
      <Months />
    </>
  )
}

function Balance({ value, ofMonth }: { value: TrialBalance; ofMonth: boolean }) {
  const here = rowsOf(value, 'here')
  const given = rowsOf(value, 'for')
  return (
    <>
      {value.sound ? null : (
        <Note kind="bad" className="mt-4" role="alert">
          Debits and credits differ. Save a backup and write to us before you go on.
        </Note>
      )}
      <div className="mt-4 grid gap-x-10 gap-y-8 desk:grid-cols-2">
        <Side title="Where the money is" rows={here.rows} sum={here.sum} ofMonth={ofMonth} />
        <Side title="What it is for" rows={given.rows} sum={given.sum} ofMonth={ofMonth} />
      </div>
    </>
  )
}

function Side({ title, rows, sum, ofMonth }: { title: string; rows: AccountRow[]; sum: number; ofMonth: boolean }) {
  return (
    <section aria-label={title}>
      <h2 className="head-4">{title}</h2>
      <Table
        caption={title}
        head={
          <tr>
            <HeadCell>Account</HeadCell>
            {ofMonth ? (
              <>
                <HeadCell number deskOnly>
                  Before
                </HeadCell>
                <HeadCell number>In the month</HeadCell>
              </>
            ) : null}
            <HeadCell number>{ofMonth ? 'At its end' : 'Now'}</HeadCell>
          </tr>
        }
      >
        {rows.map(({ account, before, change, now }) => {
          const { name, hint } = accountWords[account]
          const behind = rowsBehind[account]
          return (
            <tr key={account}>
              <Cell>
                {behind === undefined ? name : <TextLink to={behind}>{name}</TextLink>}
                {hint === undefined ? null : <span className="block text-1 text-muted">{hint}</span>}
              </Cell>
              {ofMonth ? (
                <>
                  <Cell number deskOnly>
                    {signed(before)}
                  </Cell>
                  <Cell number>{signed(change)}</Cell>
                </>
              ) : null}
              <Cell number>{signed(now)}</Cell>
            </tr>
          )
        })}
        <tr>
          <Cell className="font-strong">Together</Cell>
          {ofMonth ? (
            <>
              <Cell number deskOnly />
              <Cell number />
            </>
          ) : null}
          <Cell number className="font-strong">
            {signed(sum)}
          </Cell>
        </tr>
      </Table>
    </section>
  )
}
