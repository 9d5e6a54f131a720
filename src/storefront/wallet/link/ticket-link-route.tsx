import { useNavigate, useLocation } from 'react-router-dom'
import { ConcertTime } from '#account/concert-time.tsx'
import { LinkLoading, LinkMessage } from '#account/link-states.tsx'
import { writeOfTab, readOfTab } from '#platform/device/stored.ts'
import { formatDay } from '#platform/time/ist.ts'
import { readLink } from '#shop/guests/given-tickets.store.ts'
import { type GivenTicket, type TicketLink, linkSecretOf } from '#shop/guests/ticket-link.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Fact } from '#ui/display/fact.tsx'
import { Alert } from '#ui/display/note.tsx'
import { t } from '#ui/messages/messages.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { PrivateNote } from '../../private-note.tsx'
import { placeOf, TakePass, useOpenLink } from './take-pass.tsx'
import { useEffect, useState } from 'react'
import { promised } from '#platform/observable/promised.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { paths } from '#ui/paths.ts'
import '#ui/messages/en/buying/give.ts'
import '#ui/messages/en/buying/given.ts'
import '#ui/messages/en/buying/wallet.ts'
import { cityWords } from '#ui/format.ts'

/** Opens a ticket by its link: only a press of its button does. Public, and about no account. */
export function TicketLinkRoute() {
  usePageTitle(t('given.title'))
  const secret = useLinkSecret()
  const { kept, link, failure, reload } = useTicketLink(secret)
  return (
    <div className="mx-auto max-w-[640px] px-4 py-8 desk:py-12">
      {secret === null || failure?.code === 'not_found' ? (
        <LinkMessage title={t('given.none')} text={t('given.none.text')} />
      ) : failure ? (
        <>
          <h1 className="head-5">{t('given.title')}</h1>
          <Alert className="my-4">{t(failure.code === 'unreachable' ? 'given.offline' : 'given.unread')}</Alert>
          <Button kind="line" onClick={reload}>
            {t('given.again')}
          </Button>
        </>
      ) : kept ? (
        <Kept tickets={kept} />
      ) : link ? (
        <Link link={link} secret={secret} onStale={reload} />
      ) : (
        <LinkLoading title={t('given.title')} text={t('given.loading')} />
      )}
    </div>
  )
}

function Kept({ tickets }: { tickets: readonly GivenTicket[] }) {
  return (
    <>
      <LinkMessage title={t('given.kept')} text={t('given.kept.text')} />
      <ButtonLink className="mt-6" kind="lit" arrow to={placeOf(tickets)}>
        {t('given.show')}
      </ButtonLink>
    </>
  )
}

const revoked = { title: 'given.revoked', text: 'given.revoked.text' } as const
const ended = {
  opened: {
    ticket: { title: 'given.used', text: 'given.used.text' },
    pass: { title: 'give.link.used', text: 'give.link.used.text' },
  },
  revoked: { ticket: revoked, pass: revoked },
  taken_back: { ticket: revoked, pass: { title: 'give.link.back', text: 'give.link.back.text' } },
} as const

function Link({ link, secret, onStale }: { link: TicketLink; secret: string; onStale: () => void }) {
  const title =
    link.state === 'new'
      ? t('given.title')
      : link.state === 'over'
        ? t(link.isCancelled ? 'given.cancelled' : 'given.over')
        : t(ended[link.state][link.pass ? 'pass' : 'ticket'].title)
  return (
    <>
      <h1 className="head-5">{title}</h1>
      {link.state !== 'new' && (
        <p className="mt-3 max-w-[60ch] text-muted" role="status">
          {link.state === 'over'
            ? link.paidOrder !== null
              ? t('given.moneyBack', { code: link.paidOrder })
              : t('given.over.text')
            : t(ended[link.state][link.pass ? 'pass' : 'ticket'].text)}
        </p>
      )}
      <dl className="mt-5 border-t border-rule">
        <Fact name={t('given.event')}>
          <span className="font-strong">{link.event}</span>
        </Fact>
        <Fact name={t('given.when')}>
          <ConcertTime at={link.date} day />
          {link.previousDate !== null && (
            <span className="block text-2 text-warn">{t('given.moved', { day: formatDay(link.previousDate) })}</span>
          )}
        </Fact>
        <Fact name={t('given.where')}>
          {link.venue}, {cityWords(link.city)}
        </Fact>
        <Fact name={t('given.for')}>
          {t('wallet.people', { n: link.people })} · {link.category}
        </Fact>
      </dl>
      {link.state === 'new' &&
        (link.pass ? (
          <TakePass pass={link.pass} secret={secret} onStale={onStale} />
        ) : (
          <Open secret={secret} onStale={onStale} />
        ))}
    </>
  )
}

function Open({ secret, onStale }: { secret: string; onStale: () => void }) {
  const { busy, open, why } = useOpenLink(secret, onStale)
  return (
    <div className="mt-6 grid gap-4">
      <p className="max-w-[60ch]">{t('given.once')}</p>
      <PrivateNote />
      <Button kind="lit" wide arrow busy={busy} busyLabel={t('given.opening')} onClick={() => void open()}>
        {t('given.open')}
      </Button>
      <Alert>{why}</Alert>
      <p className="text-2 text-muted">{t('given.noAccount')}</p>
    </div>
  )
}

/** Returns the secret in the address and moves it out of there, into this tab's memory. */
function useLinkSecret(): string | null {
  const { hash } = useLocation()
  const navigate = useNavigate()
  // Stays while the opened ticket's page loads, when the tab has forgotten it.
  const [held, setHeld] = useState(() => readOfTab('ticketLink'))
  const found = hash === '' ? held : linkSecretOf(hash)
  if (found !== held) setHeld(found)
  useEffect(() => {
    if (hash === '') return
    writeOfTab('ticketLink', linkSecretOf(hash))
    void navigate(paths.ticketLink, { replace: true })
  }, [hash, navigate])
  return found
}

/** `kept`: the link's tickets, when this device has them. */
function useTicketLink(secret: string | null) {
  const [turn, setTurn] = useState(0)
  const read = useWatched(() => promised(async () => (secret === null ? null : readLink(secret))), [secret, turn]).value
  const value = read?.ok ? read.value : null
  return {
    kept: Array.isArray(value) ? value : null,
    link: Array.isArray(value) ? null : value,
    failure: read?.ok === false ? read.failure : null,
    reload: () => setTurn((now) => now + 1),
  }
}
