import { useState, type FormEvent } from 'react'
import { MAX_MAIL_BYTES, type MailTrial } from '#shop/proofs/mail-trial.ts'
import { hasOwnServer, tryMail } from '#shop/proofs/mail-trial.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextArea } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { FailureNote } from '../../kit/form/form-frame.tsx'
import { FileDrop } from '../../kit/file-drop.tsx'
import { trialFailureText, stepLabels, stepWords, verdictWords } from './trial-words.ts'
import { groupReference } from '#shop/payments/utr.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { exactRupees } from '#ui/format.ts'
import { Fact } from '../../kit/fact.tsx'
import { MailSample } from './try-mailbox.tsx'

/** Lets an admin find out if the shop would believe a bank's mail. Stores nothing. */
export function TryMail() {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [found, setFound] = useState<{ name: string; raw: Blob; trial: MailTrial } | null>(null)
  const { busy, failure, run, forget } = useAction(tryMail)
  if (!hasOwnServer())
    return (
      <p className="max-w-[68ch] text-muted">
        Mails of a bank are read by a shop’s own server only, and this shop has a hosted backend. Its proofs come from
        statements, reports and payment gateways.
      </p>
    )

  const attempt = async (name: string, raw: Blob) => {
    setFound(null)
    setProblem(null)
    forget()
    if (raw.size > MAX_MAIL_BYTES) return setProblem('It is larger than 1 MB. No bank’s mail is.')
    const result = await run(raw)
    if (result?.ok) setFound({ name, raw, trial: result.value })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === '') return setProblem('Paste the mail first.')
    // Browsers keep one sign at the end of a line, mails have two.
    void attempt('The pasted mail', new Blob([typed.trimStart().replace(/\r?\n/g, '\r\n')]))
  }
  return (
    <>
      <p className="max-w-[68ch]">
        Would the shop believe your bank’s mail? Choose one to see what holds. Nothing is stored or approved.
      </p>
      <FileDrop
        label="Mail, as .eml"
        hint="In Gmail: Show original, then Download original. Choose it or drop it here."
        accept=".eml,.txt,message/rfc822,text/plain"
        busy={busy}
        onChoose={(file) => void attempt(file.name, file)}
      />
      <form onSubmit={submit} aria-label="Pasted mail" className="mt-5 grid gap-3">
        <TextArea
          label="Or paste the whole mail"
          hint="All that “Show original” shows, headers included. A file is safer: copying can break a signature."
          rows={5}
          spellCheck={false}
          autoComplete="off"
          className="max-w-[68ch]"
          value={typed}
          error={problem ?? undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div>
          <Button type="submit" kind="line" busy={busy} busyLabel="Judging...">
            Try this mail
          </Button>
        </div>
      </form>
      {busy ? (
        <p role="status" className="mt-4 text-muted">
          Judging the mail...
        </p>
      ) : null}
      <FailureNote failure={failure} words={trialFailureText} className="mt-4" />
      {found ? <TrialFound {...found} /> : null}
    </>
  )
}

/** Shows what the server found out about a mail. `name`: that of its file, or how else it came. */
function TrialFound({ name, raw, trial }: { name: string; raw: Blob; trial: MailTrial }) {
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
      <MailSample key={name} mail={raw} />
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
            all of it was read rightly, tick “{read.name}” above and save. “Confirm a wording” in docs/deploy.md says
            how other shops learn of it.
          </p>
        </Note>
      )}
    </section>
  )
}
