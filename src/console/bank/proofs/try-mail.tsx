import { useState, type FormEvent } from 'react'
import { MAX_MAIL_BYTES, type MailTrial } from '#shop/proofs/mail-trial.ts'
import { hasOwnServer, tryMail } from '#shop/proofs/mail-trial.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextArea } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { FileDrop } from '../../kit/file-drop.tsx'
import { TrialFound } from './trial-result.tsx'
import { trialFailureText } from './trial-words.ts'

/** Lets an admin find out if the shop would believe a bank's mail. Stores nothing. */
export function TryMail() {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [found, setFound] = useState<{ name: string; trial: MailTrial } | null>(null)
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
    if (result?.ok) setFound({ name, trial: result.value })
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
      {failure ? (
        <Note kind="bad" className="mt-4" role="alert">
          {trialFailureText(failure)}
        </Note>
      ) : null}
      {found ? <TrialFound {...found} /> : null}
    </>
  )
}
