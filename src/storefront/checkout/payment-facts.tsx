import { groupReference, isUtr } from '#shop/payments/utr.ts'
import { Fact } from '#ui/display/fact.tsx'
import { t, type MessageKey } from '#ui/messages/messages.ts'
import type { NamedSeats } from '#shop/seats/seat-names.ts'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { totalWords } from '#ui/format.ts'
import { paths } from '#ui/paths.ts'
import { StateMark, type StateKind } from '#ui/display/state-mark.tsx'
import type { PaymentPhase } from './payment-phase.ts'

/** Calls the reference a UTR only if it is one; `none` replaces an empty one. */
export function ReferenceFact({ reference, none = '' }: { reference: string; none?: string }) {
  return (
    <Fact name={t(isUtr(reference) ? 'checkout.fact.reference' : 'checkout.fact.reference.other')}>
      {reference === '' ? none : groupReference(reference)}
    </Fact>
  )
}

const marks = {
  unsent: ['info', 'checkout.mark.unsent'],
  'sign-in': ['info', 'checkout.mark.unsent'],
  refused: ['bad', 'checkout.mark.refused'],
  pending: ['warn', 'checkout.mark.pending'],
  approved: ['ok', 'checkout.mark.approved'],
  rejected: ['bad', 'checkout.mark.rejected'],
  lost: ['bad', 'checkout.mark.lost'],
} as const satisfies Record<PaymentPhase, readonly [StateKind, MessageKey]>

/** Returns the kind and the word of a phase's mark. */
export function phaseMark(phase: PaymentPhase): [StateKind, string] {
  const [kind, key] = marks[phase]
  return [kind, t(key)]
}

export function PhaseMark({ phase }: { phase: PaymentPhase }) {
  const [kind, word] = phaseMark(phase)
  return (
    <StateMark kind={kind} tag>
      {word}
    </StateMark>
  )
}

export function PaymentFacts({
  phase,
  amount,
  reference,
  code,
  lines,
}: {
  phase: PaymentPhase
  /** paise */
  amount: number
  reference: string
  code: string
  lines: readonly (NamedSeats & { eventName: string; categoryName: string })[]
}) {
  return (
    <aside>
      <dl className="border-t-2 border-rule-strong">
        <Fact name={t('checkout.fact.amount')}>
          <b className="font-strong">{totalWords(amount)}</b>
        </Fact>
        {reference !== code && <ReferenceFact reference={reference} />}
        <Fact name={t('checkout.fact.order')}>{code}</Fact>
        <Fact name={t('checkout.fact.seats')}>
          <ul>
            {lines.map((line) => (
              <li key={`${line.eventName} ${line.categoryName}`}>
                {t('checkout.line.seats', { category: line.categoryName, list: saidSeats(line).list })}
                <span className="block text-1 text-muted">{line.eventName}</span>
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name={t('checkout.fact.status')}>
          <PhaseMark phase={phase} />
        </Fact>
      </dl>
      <ButtonLink kind="line" wide arrow to={paths.myTickets} className="mt-3">
        {t('checkout.toTickets')}
      </ButtonLink>
    </aside>
  )
}
