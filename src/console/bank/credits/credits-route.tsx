import { useRef, useState } from 'react'
import { creditStates, type Credit, type CreditFilter } from '#shop/bank/credit.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { Button } from '#ui/controls/button.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { FilterChips, ListFilters } from '../../kit/list/list-frame.tsx'
import { ListFailure, ListSkeleton, NoRows } from '../../kit/list/list-parts.tsx'
import { useListState, type Sort } from '../../kit/list/list-state.ts'
import { useRefreshPaymentCounts } from '#console/payments/payment-tabs.tsx'
import { UnknownCredits } from '../proofs/unknown-credits.tsx'
import { BankHead } from './bank-head.tsx'
import { AsideDialog, ReturnDialog } from './credit-dialogs.tsx'
import { GiveDialog } from './give-dialog.tsx'
import { CreditRow, type CreditStep } from './credit-row.tsx'
import { stateWords } from './credit-words.ts'
import { CREDITS_PAGE, findCredits } from '#shop/bank/credits.api.ts'
import { useLoaded, type Loaded } from '../../kit/use-loaded.ts'

const newest: Sort = { column: 'booked_on', ascending: false }
const sorts = ['booked_on'] as const
const ALL = 'all'

const choices: { value: CreditFilter | null; label: string }[] = [
  { value: null, label: 'All' },
  { value: 'unclaimed', label: 'Unclaimed' },
  ...creditStates.map((value) => ({ value, label: stateWords[value].label })),
]

/** Open ones unless the address says otherwise. */
const readState = (text: string | null): CreditFilter | null =>
  text === ALL ? null : (choices.find(({ value }) => value === text)?.value ?? 'free')

const dialogs = { give: GiveDialog, aside: AsideDialog, return: ReturnDialog }

export function CreditsRoute() {
  usePageTitle('Credits', 'admin')
  const list = useListState(sorts, newest)
  const state = readState(list.get('state'))
  const { value, failure, loading, reload, grow } = useCredits(list.search, state)
  const refreshCounts = useRefreshPaymentCounts()
  const more = useAction(async () => (await grow()) ?? ok(null), { failed: 'Error loading credits' })
  const [asked, setAsked] = useState<{ step: CreditStep; credit: Credit } | null>(null)
  const rows = useRef<HTMLUListElement>(null)
  const changed = async () => {
    await Promise.all([reload(), refreshCounts()])
    // The row with the focus may be gone.
    if (document.activeElement === document.body) rows.current?.focus()
  }
  const Asked = asked && dialogs[asked.step]
  return (
    <>
      <BankHead title="Credits" />
      <UnknownCredits />
      <p className="mt-4 max-w-[72ch] text-2 text-muted">
        Money that came into the account, each credit once, whatever said so. Open credits paid for no order yet.
      </p>
      <ListFilters list={list} label="Search" hint="Narration, payer, UTR, order code or amount">
        <FilterChips
          label="State"
          choices={choices}
          value={state}
          onChoose={(chosen) => list.set({ state: chosen === 'free' ? null : (chosen ?? ALL) })}
        />
      </ListFilters>
      <ListFailure message="Error loading credits" failure={failure} onRetry={reload} />
      {!value ? (
        loading && <ListSkeleton />
      ) : value.rows.length === 0 ? (
        <NoRows noun="credits" searched={list.search !== ''} onClear={() => list.set({ q: null })}>
          {state === 'unclaimed'
            ? 'Each open credit is named by a payment. Decide those under Bank statement.'
            : state === 'free'
              ? 'Every credit so far paid for an order, was set aside or was sent back.'
              : 'There are none so far.'}
        </NoRows>
      ) : (
        <>
          <ul
            ref={rows}
            tabIndex={-1}
            aria-label="Credits"
            className="mt-4 max-w-[860px] border-t border-rule outline-none"
          >
            {value.rows.map((credit) => (
              <CreditRow
                key={credit.id}
                credit={credit}
                onAsk={(step) => setAsked({ step, credit })}
                onChanged={changed}
              />
            ))}
          </ul>
          {value.more ? (
            <Button
              kind="line"
              className="mt-4"
              busy={more.busy}
              busyLabel="Loading..."
              onClick={() => void more.run()}
            >
              Show more
            </Button>
          ) : null}
        </>
      )}
      {asked && Asked ? <Asked credit={asked.credit} onClose={() => setAsked(null)} onChanged={changed} /> : null}
    </>
  )
}

interface CreditList {
  rows: readonly Credit[]
  /** There may be older ones. */
  more: boolean
}

/** Reads credits page by page: `grow` adds the next page, `reload` reads again what is shown. */
function useCredits(
  search: string,
  state: CreditFilter | null,
): Loaded<CreditList> & { grow: () => Promise<Result<CreditList> | null> } {
  const question = JSON.stringify([search, state])
  const shown = useRef<{ of: string; rows: readonly Credit[] }>({ of: '', rows: [] })
  const growing = useRef(false)
  const load = async (): Promise<Result<CreditList>> => {
    const before = shown.current.of === question ? shown.current.rows : []
    const pages = growing.current ? 1 : Math.max(1, Math.ceil(before.length / CREDITS_PAGE))
    const from = growing.current ? before : []
    growing.current = false
    const found = await readPages({ search, state }, from, pages)
    if (found.ok) shown.current = { of: question, rows: found.value.rows }
    return found
  }
  const loaded = useLoaded(question, load, { list: question })
  const grow = () => {
    growing.current = true
    return loaded.reload()
  }
  return { ...loaded, grow }
}

async function readPages(
  query: { search: string; state: CreditFilter | null },
  from: readonly Credit[],
  pages: number,
): Promise<Result<CreditList>> {
  let rows = from
  for (let n = 0; n < pages; n += 1) {
    const page = await findCredits({ ...query, before: rows.at(-1)?.id ?? null })
    if (!page.ok) return page
    // The last row may have been taken back meanwhile; the list then begins anew.
    const known = new Set(rows.map(({ id }) => id))
    rows = [...rows, ...page.value.filter(({ id }) => !known.has(id))]
    if (page.value.length < CREDITS_PAGE) return ok({ rows, more: false })
  }
  return ok({ rows, more: true })
}
