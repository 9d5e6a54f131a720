import { useState, useEffect } from 'react'
import { useNavigate, useLocation } from 'react-router-dom'
import { writeOfTab, readOfTab } from '#platform/device/stored.ts'
import { refreshRoles } from '#shop/people/role.store.ts'
import { isDoorRole, type StaffRole } from '#shop/people/role.ts'
import { type InvitationOffer, secretOf } from '#shop/staff/invitation.ts'
import { acceptInvitation, readInvitation } from '#shop/staff/invitations.api.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Fact } from '#ui/display/fact.tsx'
import { Alert, Note } from '#ui/display/note.tsx'
import { t } from '#ui/messages/messages.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { shopName } from '#ui/shop.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { LinkLoading, LinkMessage } from '../link-states.tsx'
import { useIdentity, type SignedIn } from '../session/identity.ts'
import { staffPlaces } from '../session/staff-places.ts'
import { rememberReturn } from '../session/tab-memory.ts'
import { attempt } from '#platform/failure/attempt.ts'
import { promised } from '#platform/observable/promised.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import '#ui/messages/en/account/invitation.ts'

/** Answers an invitation's link; only a press of Accept changes something. */
export function InvitationRoute() {
  usePageTitle(t('invitation.title'))
  const identity = useIdentity()
  const secret = useSecret()
  const me = identity.status === 'signed-in' ? identity : null
  const { link, failure, reload } = useInvitation(identity.status === 'unknown' ? null : secret, me?.userId ?? null)

  return (
    <div className="mx-auto max-w-[640px] px-4 py-8 desk:py-12">
      {secret === null || failure?.code === 'not_found' ? (
        <LinkMessage title={t('invitation.none')} text={t('invitation.none.text')} />
      ) : failure ? (
        <>
          <h1 className="head-5">{t('invitation.title')}</h1>
          <Alert className="my-4">{t('invitation.unread')}</Alert>
          <Button kind="line" onClick={reload}>
            {t('invitation.again')}
          </Button>
        </>
      ) : link === null ? (
        <LinkLoading title={t('invitation.title')} text={t('invitation.loading')} />
      ) : 'role' in link ? (
        <Offer key={me?.userId ?? ''} offer={link} secret={secret} me={me} onStale={reload} />
      ) : link.state === 'used' ? (
        <LinkMessage title={t('invitation.used')} text={t('invitation.used.text')} />
      ) : (
        <LinkMessage title={t(`invitation.${link.state}`)} text={t('invitation.askAgain')} />
      )}
    </div>
  )
}

function Offer({
  offer,
  secret,
  me,
  onStale,
}: {
  offer: InvitationOffer
  secret: string
  me: SignedIn | null
  onStale: () => void
}) {
  const navigate = useNavigate()
  const [kept, setKept] = useState<StaffRole | null>(null)
  const { busy, failure, run } = useAction(
    async () => {
      const result = await acceptInvitation(secret)
      if (result.ok && result.value.result === 'accepted') await refreshRoles()
      return result
    },
    { failed: () => t('invitation.failed') },
  )
  const yours = offer.state === 'yours'

  const accept = async () => {
    const result = await run()
    if (result?.ok && result.value.result === 'kept') return setKept(result.value.role)
    if (result?.ok) {
      writeOfTab('invitation', null)
      return navigate(staffPlaces[result.value.role], { replace: true })
    }
    if (result?.failure.code === 'already_decided') onStale()
  }

  return (
    <>
      <h1 className="head-5">{yours ? t('invitation.accepted') : t('invitation.title')}</h1>
      <p className="mt-3 wrap-anywhere">
        {yours
          ? t('invitation.yours')
          : offer.madeBy
            ? t('invitation.by', { name: offer.madeBy, shop: shopName() })
            : t('invitation.byShop', { shop: shopName() })}{' '}
        <span className="text-muted">{t('invitation.for', { name: offer.name })}</span>
      </p>
      <dl className="mt-5 border-t border-rule">
        <Fact name={t('invitation.role')}>
          <span className="font-strong">{t(`invitation.role.${offer.role}`)}</span>
          <span className="block text-2 text-muted">{t(`invitation.gives.${offer.role}`)}</span>
        </Fact>
        <Fact name={t('invitation.events')}>
          {offer.allEvents || !isDoorRole(offer.role)
            ? t('invitation.events.all')
            : offer.events.length === 0
              ? t('invitation.events.none')
              : offer.events.map((event) => (
                  <span key={event.id} className="block">
                    {event.name}
                    <span className="block text-2 text-muted">
                      {event.venue}, {formatDayTime(event.date)}
                    </span>
                  </span>
                ))}
        </Fact>
        <Fact name={t('invitation.until')}>
          {offer.roleEndsAt ? formatDayTime(offer.roleEndsAt) : t('invitation.until.none')}
        </Fact>
      </dl>
      {yours ? (
        <ButtonLink className="mt-6" arrow to={staffPlaces[offer.role]}>
          {t(`invitation.open.${offer.role}`)}
        </ButtonLink>
      ) : me ? (
        <div className="mt-6 grid gap-4">
          <p className="wrap-anywhere">
            {t('invitation.as', { email: me.email })} <span className="text-2 text-muted">{t('invitation.other')}</span>
          </p>
          {kept ? (
            <Note kind="info" role="status">
              {t('invitation.kept', { role: t(`invitation.role.${kept}`) })}
            </Note>
          ) : (
            <Button kind="lit" wide arrow busy={busy} busyLabel={t('invitation.accepting')} onClick={accept}>
              {t('invitation.accept')}
            </Button>
          )}
          <Alert>{failure && wordFailure(failure)}</Alert>
        </div>
      ) : (
        <div className="mt-6 grid gap-4">
          <p>{t('invitation.account')}</p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={paths.register} onClick={() => rememberReturn(paths.invitation)}>
              {t('invitation.register')}
            </ButtonLink>
            <ButtonLink kind="line" to={paths.login} onClick={() => rememberReturn(paths.invitation)}>
              {t('invitation.signIn')}
            </ButtonLink>
          </div>
        </div>
      )}
      {yours ? null : (
        <p className="mt-5 text-2 text-muted">
          {t('invitation.valid', { until: formatDayTime(offer.expiresAt) })} {t('invitation.ignore')}
        </p>
      )}
    </>
  )
}

function wordFailure(failure: Failure): string {
  switch (failure.code) {
    case 'not_confirmed':
      return t('invitation.notConfirmed')
    case 'forbidden':
      return t('invitation.closed')
    default:
      return t('invitation.failed')
  }
}

/** Returns the secret in the address and moves it out of there, into this tab's memory; it survives a sign-in. */
function useSecret(): string | null {
  const { hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (hash === '') return
    writeOfTab('invitation', secretOf(hash))
    void navigate(paths.invitation, { replace: true })
  }, [hash, navigate])
  return hash === '' ? readOfTab('invitation') : secretOf(hash)
}

/** Reads the invitation again for each account: only the one that accepted it sees what it gave. */
function useInvitation(secret: string | null, userId: string | null) {
  const [turn, setTurn] = useState(0)
  const read = useWatched(
    () => promised(async () => (secret === null ? null : attempt(() => readInvitation(secret, userId !== null)))),
    [secret, userId, turn],
  ).value
  return {
    link: read?.ok ? read.value : null,
    failure: read?.ok === false ? read.failure : null,
    reload: () => setTurn((now) => now + 1),
  }
}
