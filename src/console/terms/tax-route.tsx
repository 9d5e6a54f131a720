import { useRef, useState } from 'react'
import { dayKey } from '#platform/time/ist.ts'
import { readTerms } from '#shop/terms/terms-admin.api.ts'
import { termsOn, type ShopTerms } from '#shop/terms/terms.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { RecordHistory } from '../history/history-list.tsx'
import { PageHead } from '../kit/list/list-parts.tsx'
import { leaveOrAsk } from '../kit/unsaved-work.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { dayWords, TaxForm, TaxSentences } from './tax-form.tsx'
import { FormSkeleton, WhenLoaded } from '../kit/list/when-loaded.tsx'

export function TaxRoute() {
  usePageTitle('Tax and fee', 'admin')
  const terms = useLoaded('terms', readTerms, {
    onFailure: () => toast.error('Error loading the terms', { id: 'terms' }),
  })
  return (
    <>
      <PageHead title="Tax and fee">
        <ButtonLink kind="line" small to={paths.adminSettings}>
          Settings
        </ButtonLink>
      </PageHead>
      <div className="mt-6 grid max-w-[860px] grid-cols-[minmax(0,1fr)] gap-10">
        <WhenLoaded of={terms} message="Error loading the terms" waiting={<FormSkeleton />}>
          {(all) => <Terms all={all} reload={terms.reload} />}
        </WhenLoaded>
      </div>
    </>
  )
}

function Terms({ all, reload }: { all: readonly ShopTerms[]; reload: () => Promise<unknown> }) {
  // oxlint-disable-next-line purity -- the terms of today
  const today = dayKey(Date.now())
  const now = termsOn(all, today)
  const coming = all.filter((terms) => terms.fromDay > today)
  const days = all.map((terms) => terms.fromDay)
  const [start, setStart] = useState({ day: today, turn: 0 })
  const form = useRef<HTMLElement>(null)
  const edit = (next: string) =>
    leaveOrAsk(() => {
      setStart(({ turn }) => ({ day: next, turn: turn + 1 }))
      form.current?.scrollIntoView()
      form.current?.focus()
    })
  return (
    <>
      <section aria-labelledby="terms-now" className="grid gap-2">
        <h2 id="terms-now" className="head-4">
          Today
        </h2>
        <TaxSentences of={now} />
      </section>
      {coming.map((terms) => (
        <section key={terms.fromDay} aria-label={`From ${dayWords(terms.fromDay, today)}`} className="grid gap-2">
          <h2 className="head-4">From {dayWords(terms.fromDay, today)}</h2>
          <TaxSentences of={terms} />
          <div>
            <Button
              kind="line"
              small
              aria-label={`Change the terms from ${dayWords(terms.fromDay, today)}`}
              onClick={() => edit(terms.fromDay)}
            >
              Change these
            </Button>
          </div>
        </section>
      ))}
      <section
        ref={form}
        tabIndex={-1}
        aria-labelledby="terms-change"
        className="grid gap-6 border-t-2 border-rule-strong pt-4 outline-none"
      >
        <h2 id="terms-change" className="head-5 text-[1.5rem]">
          Change them
        </h2>
        <TaxForm key={start.turn} all={all} day={start.day} today={today} onSaved={reload} />
      </section>
      <RecordHistory
        key={JSON.stringify(all)}
        of={[
          { noun: 'shop_terms', ids: days },
          { noun: 'tax_rules', ids: days },
        ]}
      />
    </>
  )
}
