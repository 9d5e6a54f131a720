import type { Failure } from '#platform/failure/failure.ts'
import type { GivenTicket, TicketLink } from '#shop/guests/ticket-link.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/given.ts'
import { paths } from '#ui/paths.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useIdentity } from '#account/session/identity.ts'
import { rememberReturn } from '#account/session/tab-memory.ts'
import { writeOfTab } from '#platform/device/stored.ts'
import { openLink } from '#shop/guests/given-tickets.store.ts'
import { acceptIntoAccount } from '#shop/guests/hand-over.store.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { Form } from '#ui/controls/form.tsx'
import { Alert } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import '#ui/messages/en/buying/give.ts'
import { PrivateNote } from '../../private-note.tsx'
import { giveFailureText, statusOf } from '../hand-over/give-words.ts'

export const placeOf = (tickets: readonly GivenTicket[]): string =>
  tickets.length === 1 ? paths.ticket(tickets[0]!.id) : paths.myTickets

/** The link says by itself what became of it. */
const isFinal = ({ code }: Failure): boolean =>
  code === 'link_used' || code === 'already_decided' || code === 'too_late' || code === 'not_found'

function whyNotOpened({ code }: Failure): string {
  if (code === 'unreachable') return t('given.offline')
  return t(code === 'storage' ? 'given.notKept' : 'given.failed')
}

/** Opens the link, keeps its tickets here and goes to them. `why`: the words for a failure that the link does not show. */
export function useOpenLink(secret: string, onStale: () => void) {
  const navigate = useNavigate()
  const { busy, failure, run } = useAction((name?: string) => openLink(secret, name), { leaves: true })
  const open = async (name?: string): Promise<void> => {
    const opened = await run(name)
    if (opened?.ok) {
      writeOfTab('ticketLink', null)
      return navigate(placeOf(opened.value), { replace: true })
    }
    if (opened && isFinal(opened.failure)) onStale()
  }
  return { busy, open, why: failure && !isFinal(failure) ? whyNotOpened(failure) : null }
}

const MAX_NAME = 120

/** Takes a pass that a person hands over: onto this phone, or into the signed-in person's account. */
export function TakePass({
  pass,
  secret,
  onStale,
}: {
  pass: NonNullable<TicketLink['pass']>
  secret: string
  onStale: () => void
}) {
  const identity = useIdentity()
  return (
    <div className="mt-6 grid gap-4">
      {pass.from !== null && <p className="font-strong">{t('give.link.from', { name: pass.from })}</p>}
      <p className="max-w-[60ch]">{t('give.link.text')}</p>
      {identity.status === 'signed-in' ? (
        <IntoAccount name={identity.name || identity.email} secret={secret} onStale={onStale} />
      ) : (
        <OntoPhone first={pass.name ?? ''} secret={secret} onStale={onStale} />
      )}
    </div>
  )
}

function IntoAccount({ name, secret, onStale }: { name: string; secret: string; onStale: () => void }) {
  const navigate = useNavigate()
  const { busy, failure, run } = useAction(() => acceptIntoAccount(secret), { leaves: true })
  const take = async (): Promise<void> => {
    const taken = await run()
    if (taken?.ok) {
      writeOfTab('ticketLink', null)
      return navigate(paths.ticket(taken.value.ticketId), { replace: true })
    }
    if (taken && isFinal(taken.failure) && statusOf(taken.failure.detail) !== 'own') onStale()
  }
  return (
    <>
      <p className="text-2 text-muted">{t('give.link.accountOf', { name })}</p>
      <Button kind="lit" wide arrow busy={busy} busyLabel={t('give.link.taking')} onClick={() => void take()}>
        {t('give.link.account')}
      </Button>
      <Alert>{failure && (statusOf(failure.detail) === 'own' ? t('give.link.own') : giveFailureText(failure))}</Alert>
    </>
  )
}

function OntoPhone({ first, secret, onStale }: { first: string; secret: string; onStale: () => void }) {
  const [name, setName] = useState(first)
  const { busy, open, why } = useOpenLink(secret, onStale)
  return (
    <Form className="grid gap-4" onSend={() => open(name.trim())}>
      <TextField
        label={t('give.link.name')}
        value={name}
        maxLength={MAX_NAME}
        autoComplete="name"
        onChange={(event) => setName(event.target.value)}
      />
      <PrivateNote />
      <Button kind="lit" type="submit" wide arrow busy={busy} busyLabel={t('give.link.taking')}>
        {t('give.link.take')}
      </Button>
      <Alert>{why}</Alert>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-rule pt-4">
        <p className="text-2">{t('give.link.signIn')}</p>
        <ButtonLink small kind="line" to={paths.login} onClick={() => rememberReturn(paths.ticketLink)}>
          {t('given.signIn.action')}
        </ButtonLink>
      </div>
    </Form>
  )
}
