import { formatTime } from '#platform/time/ist.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import { classes } from '#ui/controls/classes.ts'
import { t } from '#ui/messages/messages.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { type PaymentPhase, isPageOnly } from '../payment-phase.ts'

interface TimelineStep {
  state: 'done' | 'now' | 'next'
  title: string
  text?: string
  when?: string
}

interface Known {
  phase: PaymentPhase
  submittedAt: number
  submission: Submission | undefined
  /** Its money came, and nothing was submitted. */
  received: boolean
  /** ms; null while undecided. */
  decidedAt: number | null
}

/** Shows only what is known to be true. */
export function Timeline(known: Known) {
  const steps = stepsOf(known, useNow(1000))
  return (
    <ol className="mt-6">
      {steps.map((step, index) => (
        <li
          key={step.title}
          aria-current={step.state === 'now' ? 'step' : undefined}
          className="relative grid grid-cols-[28px_1fr_auto] gap-x-3 pb-4"
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden="true"
              className={classes(
                'absolute top-5 -bottom-0.5 left-2 w-0.5',
                step.state === 'done' ? 'bg-ink' : 'bg-rule',
              )}
            />
          )}
          <span
            aria-hidden="true"
            className={classes(
              'z-1 mt-0.5 size-[18px] rounded-[9px] border-2',
              step.state === 'done' && 'border-ink bg-ink',
              step.state === 'now' && 'border-accent bg-accent ring-5 ring-accent-soft',
              step.state === 'next' && 'border-control bg-surface',
            )}
          />
          <div>
            <p className="font-strong">{step.title}</p>
            {step.text && <p className="text-2 text-muted">{step.text}</p>}
          </div>
          {step.when && <p className="text-2 text-muted tabular-nums">{step.when}</p>}
        </li>
      ))}
    </ol>
  )
}

function stepsOf({ phase, submittedAt, submission, received, decidedAt }: Known, now: number): TimelineStep[] {
  const made: TimelineStep = { state: phase === 'approved' ? 'done' : 'next', title: t('checkout.step.made') }
  if (phase === 'unsent' || phase === 'sign-in' || phase === 'refused') {
    return [
      {
        state: 'done',
        title: t(submission && isPageOnly(submission) ? 'checkout.step.inPage' : 'checkout.step.saved'),
        when: formatTime(submittedAt),
      },
      {
        state: phase === 'unsent' ? 'now' : 'next',
        title: t('checkout.step.sending'),
        text: sendingText(submission, now),
      },
      { state: 'next', title: t('checkout.step.checking') },
      made,
    ]
  }
  const came: TimelineStep = {
    state: 'done',
    title: t(received ? 'checkout.received' : 'checkout.step.submitted'),
    when: formatTime(submittedAt),
  }
  const decided = decidedAt === null ? {} : { when: formatTime(decidedAt) }
  if (phase === 'rejected') return [came, { state: 'done', title: t('checkout.step.rejected'), ...decided }]
  // Approved by its proof or by staff: the device does not know.
  if (received && phase === 'approved') return [came, { ...made, ...decided }]
  const done = phase === 'approved'
  return [
    came,
    {
      state: done ? 'done' : 'now',
      title: t(done ? 'checkout.step.checked' : 'checkout.step.checking'),
      ...(done && decided),
    },
    made,
  ]
}

function sendingText(submission: Submission | undefined, now: number): string {
  if (submission?.state === 'sending') {
    return submission.progress !== undefined && submission.progress < 1
      ? t('checkout.step.sending.progress', { percent: Math.round(submission.progress * 100) })
      : t('checkout.step.sending.now')
  }
  if (submission && submission.attempts > 0 && submission.nextAttemptAt > now) {
    return t('checkout.step.sending.next', { time: formatTime(submission.nextAttemptAt) })
  }
  return t('checkout.step.sending.waiting')
}
