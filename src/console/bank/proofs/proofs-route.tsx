import { formatTime, dayKey, formatDayTime } from '#platform/time/ist.ts'
import { useState } from 'react'
import { readProofRules, readProofState, type ProofState, changeShift } from '#shop/bank/proofs.api.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { Bar, Note, Skeleton } from '#ui/display/note.tsx'
import { useNow, usePolling } from '#ui/hooks/use-time.ts'
import { FailureNote } from '../../kit/form/form-frame.tsx'
import { ListFailure, Section } from '../../kit/list/list-parts.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import { BankHead } from '../credits/bank-head.tsx'
import { Approvals } from './approvals.tsx'
import { RulesForm } from './rules-form.tsx'
import { UnknownNotes } from './unknown-credits.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { ago } from '#ui/format.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField } from '#ui/controls/field.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { counted } from '../../kit/words/counted.ts'
import { TextLink } from '../../kit/text-link.tsx'
import { paths } from '#ui/paths.ts'

/** The lengths of a shift that the database accepts. */
const SHIFT_HOURS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

/** Returns the end of the shift, null once it is over: a page that stays open reads the end only now and then. */
export const shiftLeft = (until: string | null, now: number): string | null =>
  until !== null && Date.parse(until) > now ? until : null

/** Says until when any admin is on shift; `until` is the latest end of all shifts. */
export const shiftWords = (until: string | null): string =>
  until === null ? 'No one is on shift' : `An admin is on shift until ${formatTime(until)}`

const AGAIN_EVERY_MS = 30_000

export function ProofsRoute() {
  usePageTitle('Automatic approval', 'admin')
  const now = useNow()
  const today = dayKey(now)
  const rules = useLoaded('rules', readProofRules)
  const state = useLoaded('proofs', readProofState)
  const [chosen, setChosen] = useState<string | null>(null)
  usePolling(() => state.reload(), AGAIN_EVERY_MS)
  return (
    <>
      <BankHead title="Automatic approval" />
      <UnknownNotes state={state.value} />
      <div className="mt-6 grid max-w-[860px] grid-cols-[minmax(0,1fr)] gap-12">
        <Section title="What is approved without a person">
          <ListFailure message="Error loading the rules" failure={rules.failure} onRetry={rules.reload} />
          {rules.value ? <RulesForm stored={rules.value} onSaved={state.reload} /> : rules.loading ? <Lines /> : null}
          {state.value && rules.value?.approve !== 'off' && state.value.sources.every(({ fault }) => fault !== null) ? (
            <Note kind="warn" className="mt-4">
              No source of proofs works now, so nothing is approved without a person until one does.
            </Note>
          ) : null}
        </Section>
        {state.failure && !state.value ? (
          <ListFailure
            message="Error loading what is on shift and connected"
            failure={state.failure}
            onRetry={state.reload}
          />
        ) : null}
        {state.value ? (
          <>
            <Section title="Shift">
              <Shift until={state.value.shiftUntil} onChanged={state.reload} />
            </Section>
            <Section title="Where proofs come from">
              <Sources sources={state.value.sources} now={now} />
              <p className="mt-3">
                The bank, its mailbox and a mail on trial are under{' '}
                <TextLink to={paths.adminBankSetup}>How money is seen</TextLink>.
              </p>
            </Section>
          </>
        ) : state.loading ? (
          <Lines />
        ) : null}
        <Section title="Approved by proof">
          <Approvals
            day={chosen ?? today}
            today={today}
            fresh={state.value?.approvedToday ?? 0}
            onDay={(day) => setChosen(day === today ? null : day)}
          />
        </Section>
      </div>
    </>
  )
}

function Lines() {
  return (
    <Skeleton>
      <Bar dark className="h-7 w-1/3" />
      <Bar className="mt-4 h-12 w-full" />
    </Skeleton>
  )
}

/** 'demo-bank' → 'Demo bank' */
const sourceName = (name: string): string => {
  const words = name.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function Sources({ sources, now }: { sources: ProofState['sources']; now: number }) {
  if (sources.length === 0)
    return (
      <p className="text-muted">
        None is connected: credits come from imported statements alone, and no payment is approved before you import
        one.
      </p>
    )
  return (
    <ul aria-label="Sources" className="max-w-[760px] border-t border-rule">
      {sources.map(({ name, seenAt, fault, setAside }) => (
        <li key={name} className="grid gap-1 border-b border-rule py-3">
          <p className="flex flex-wrap items-baseline gap-x-4 wrap-anywhere">
            <span className="font-strong">{sourceName(name)}</span>
            <StateMark kind={fault === null ? 'ok' : 'bad'}>{fault === null ? 'Works' : 'Does not work'}</StateMark>
            <span className="text-2 text-muted">
              {seenAt === null ? (
                'Never worked so far'
              ) : (
                <time dateTime={seenAt} title={formatDayTime(seenAt)}>
                  Last worked {ago(Date.parse(seenAt), now)}
                </time>
              )}
            </span>
          </p>
          {fault === null ? null : <p className="text-2 wrap-anywhere">{fault}</p>}
          {setAside === 0 ? null : (
            <p className="text-2">
              {counted(setAside, 'mail was', 'mails were')} set aside in the last week: no name server told the bank’s
              key. Import the statement to find the money.
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

const HOUR_MS = 3_600_000
const USUAL_HOURS = 4

/** Begins and ends the shift of the signed-in admin. `until`: of the last shift that ends; null for none. */
function Shift({ until, onChanged }: { until: string | null; onChanged: () => Promise<unknown> }) {
  const now = useNow()
  const [hours, setHours] = useState(USUAL_HOURS)
  const { busy, failure, run } = useAction(changeShift, {
    done: (last) => shiftWords(last),
    failed: 'Error changing the shift',
  })
  const change = async (n: number) => {
    if ((await run(n))?.ok) await onChanged()
  }
  const left = shiftLeft(until, now)
  return (
    <div className="grid gap-3">
      <p role="status">
        <StateMark kind={left === null ? 'off' : 'ok'}>{shiftWords(left)}</StateMark>
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="My shift"
          className="w-[160px]"
          value={hours}
          onChange={(event) => setHours(Number(event.target.value))}
        >
          {SHIFT_HOURS.map((n) => (
            <option key={n} value={n}>
              {counted(n, 'hour')}
            </option>
          ))}
        </SelectField>
        <Button kind="lit" busy={busy} onClick={() => void change(hours)}>
          On shift until {formatTime(now + hours * HOUR_MS)}
        </Button>
        {left === null ? null : (
          <Button kind="line" busy={busy} onClick={() => void change(0)}>
            End my shift
          </Button>
        )}
      </div>
      <FailureNote failure={failure} />
    </div>
  )
}
