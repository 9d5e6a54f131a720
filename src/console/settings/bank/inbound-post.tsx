import { useState } from 'react'
import { renewInboundSecret, type BankSetup } from '#shop/bank/bank-setup.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { CopyText } from '../../kit/fact.tsx'
import { FailureNote } from '../../kit/form/form-frame.tsx'

/** Lets a mail provider post the bank's mails instead of a mailbox. Shows a new secret once. */
export function InboundPost({ setup, onChanged }: { setup: BankSetup; onChanged: () => Promise<unknown> }) {
  const [secret, setSecret] = useState<string | null>(null)
  const { busy, failure, run } = useAction(renewInboundSecret, { failed: 'Error changing the secret' })
  const renew = async (on: boolean) => {
    const result = await run(setup.revision, on)
    if (!result?.ok) return
    setSecret(result.value)
    await onChanged()
  }
  const address = `${globalThis.location.origin}/proofs/mail`
  const isReady = setup.mailTo !== null && setup.account !== null
  return (
    <div className="grid max-w-[68ch] gap-3">
      <p>
        A mail provider may post each raw mail (message/rfc822) to this address, with the secret as a bearer token or as
        the password. Forwarding must not change the mail.
      </p>
      <p>
        <CopyText text={address} what="the address" />
      </p>
      <p>
        <StateMark kind={setup.hasSecret ? 'ok' : 'off'}>
          {setup.hasSecret ? 'Mails may be posted' : 'No mail may be posted'}
        </StateMark>
      </p>
      {secret === null ? null : (
        <Note kind="warn" role="status">
          <p className="font-strong">Copy the secret now: it is not shown again.</p>
          <p>
            <CopyText text={secret} what="the secret" />
          </p>
        </Note>
      )}
      <FailureNote failure={failure} but={{ invalid: 'Save the address and the last digits of the account first.' }} />
      <div className="flex flex-wrap gap-3">
        <Button kind="line" busy={busy} disabled={!isReady} onClick={() => void renew(true)}>
          {setup.hasSecret ? 'Replace the secret' : 'Make a secret'}
        </Button>
        {setup.hasSecret ? (
          <Button kind="line" busy={busy} onClick={() => void renew(false)}>
            Stop posting
          </Button>
        ) : null}
      </div>
      {isReady ? null : <p className="text-2 text-muted">Save the address and the last digits of the account first.</p>}
    </div>
  )
}
