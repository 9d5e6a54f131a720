import type { MailTrial } from '#shop/proofs/mail-trial.ts'
import { groupReference } from '#shop/payments/utr.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Note } from '#ui/display/note.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { exactRupees } from '#ui/format.ts'
import { Fact } from '../../kit/fact.tsx'
import { stepLabels, stepWords, verdictWords } from './trial-words.ts'

/** Shows what the server found out about a mail. `name`: that of its file, or how else it came. */
export function TrialFound({ name, trial }: { name: string; trial: MailTrial }) {
  const verdict = verdictWords(trial)
  return (
    <div className="mt-6">
      <Note kind={verdict.kind} role="status">
        <p className="font-strong wrap-anywhere">{name}</p>
        <p>{verdict.text}</p>
      </Note>
      <ol aria-label="What holds" className="mt-4 border-t border-rule">
        {trial.steps.map((one) => {
          const { kind, mark, text } = stepWords(one)
          return (
            <li key={one.step} className="grid gap-0.5 border-b border-rule py-2">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span>{stepLabels[one.step]}</span>
                <StateMark kind={kind}>{mark}</StateMark>
              </p>
              {text === '' ? null : <p className="text-2 wrap-anywhere text-muted">{text}</p>}
            </li>
          )
        })}
      </ol>
      {trial.read ? <Read read={trial.read} /> : null}
    </div>
  )
}

function Read({ read }: { read: NonNullable<MailTrial['read']> }) {
  return (
    <section aria-labelledby="trial-read" className="mt-6">
      <h3 id="trial-read" className="mb-2 font-strong">
        What was read
      </h3>
      <dl>
        <Fact label="Wording">
          {read.name}, {read.confirmed ? 'confirmed' : 'unconfirmed'}
        </Fact>
        <Fact label="Amount">{exactRupees(read.amountPaise)}</Fact>
        <Fact label="Credited">{formatDayTime(read.creditedAt)}</Fact>
        <Fact label="UTR">{read.utr === null ? 'None of twelve digits' : groupReference(read.utr)}</Fact>
        <Fact label="Payer">{read.payerVpa ?? 'Not named'}</Fact>
        <Fact label="Note">{read.note ?? 'None'}</Fact>
        <Fact label="Order code">{read.codes.length === 0 ? 'None in the note' : read.codes.join(', ')}</Fact>
      </dl>
      {read.confirmed ? null : (
        <Note kind="info" className="mt-4">
          <p>
            This wording comes from public descriptions, and is not confirmed on a real mail. If this is a real one and
            all of it was read rightly, add <code className="wrap-anywhere">{read.template}</code> to PROOF_BANKS and
            start the server again. “Confirm a wording” in docs/deploy.md says how other shops learn of it.
          </p>
        </Note>
      )}
    </section>
  )
}
