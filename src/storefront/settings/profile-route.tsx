import type { MyTicket } from '#shop/device/schema.ts'
import { ticketState } from '../wallet/ticket-groups.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { signedInPage } from '#account/session/guards.tsx'
import type { SignedIn } from '#account/session/identity.ts'
import { saveFailureText } from '#account/save-words.ts'
import { isGstin, isPhone, MAX_PROFILE_TEXT_CHARACTERS, type Profile } from '#shop/people/profile.ts'
import { saveProfile, watchMyProfile } from '#shop/people/profile.store.ts'
import { watchSync } from '#shop/sync/sync-state.store.ts'
import { watchMyTickets } from '#shop/tickets/wallet.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmailField, FormSummary, TextField, type FormError } from '#ui/controls/field.tsx'
import { Form } from '#ui/controls/form.tsx'
import { count } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { Alert, Note } from '#ui/display/note.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { PageSection } from '#ui/display/fact.tsx'
import { paths } from '#ui/paths.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

export interface ProfileCounts {
  /** Seats bought, without revoked ones. */
  tickets: number
  /** Events, however many tickets for each. */
  upcoming: number
  past: number
}

type Counted = Pick<MyTicket, 'id' | 'eventId' | 'date' | 'eventStatus' | 'revokedAt' | 'paymentStatus' | 'quantity'>

/**
 * Counts concerts and tickets. `now` in ms. A cancelled concert is neither upcoming nor past, but its tickets were
 * bought.
 */
export function profileCounts(tickets: readonly Counted[], now: number): ProfileCounts {
  const concerts = (state: 'upcoming' | 'past'): number =>
    new Set(tickets.filter((ticket) => ticketState(ticket, now) === state).map((ticket) => ticket.eventId)).size
  return {
    tickets: tickets
      .filter((ticket) => ticketState(ticket, now) !== 'revoked')
      .reduce((sum, ticket) => sum + ticket.quantity, 0),
    upcoming: concerts('upcoming'),
    past: concerts('past'),
  }
}

const CLOCK_MS = 60_000

export const ProfileRoute = signedInPage(ProfilePage)

function ProfilePage({ person }: { person: SignedIn }) {
  usePageTitle(t('profile.title'))
  const profile = useWatched(watchMyProfile, [person.userId]).value
  const sync = useWatched(watchSync, [person.userId]).value
  return (
    <div className="wrap pt-6 pb-10 desk:pt-10">
      <h1 className="head-5">{t('profile.title')}</h1>
      <p className="mt-3 max-w-[60ch] text-muted">{t('profile.lead')}</p>
      <div className="mt-8">
        <PageSection title={t('profile.stats')}>
          <Counts owner={person.userId} />
        </PageSection>
        <PageSection title={t('profile.details')}>
          {profile === null && sync?.syncing === false && <Note kind="info">{t('profile.notHere')}</Note>}
          {profile !== undefined && (
            <Details key={person.userId} email={person.email} fallbackName={person.name} profile={profile} />
          )}
        </PageSection>
      </div>
      <p className="grid justify-items-start gap-3 text-2">
        <Link to={paths.orders} className="link">
          {t('profile.toOrders')}
        </Link>
        <Link to={paths.settings} className="link">
          {t('profile.toSettings')}
        </Link>
      </p>
    </div>
  )
}

function Counts({ owner }: { owner: string }) {
  const tickets = useWatched(watchMyTickets, [owner]).value
  const counts = profileCounts(tickets ?? [], useNow(CLOCK_MS))
  const figures = [
    [counts.tickets, t('profile.stats.tickets')],
    [counts.upcoming, t('profile.stats.upcoming')],
    [counts.past, t('profile.stats.past')],
  ] as const
  return (
    <dl className="grid grid-cols-3" aria-busy={tickets === undefined}>
      {figures.map(([figure, name]) => (
        <div
          key={name}
          className="flex flex-col-reverse justify-end not-first:border-l not-first:border-rule not-first:pl-4"
        >
          <dt className="text-1 text-muted">{name}</dt>
          <dd className="head-5 tabular-nums">{tickets === undefined ? '–' : count(figure)}</dd>
        </div>
      ))}
    </dl>
  )
}

type Field = 'name' | 'phone' | 'location' | 'company' | 'gstin'

function Details({ email, fallbackName, profile }: { email: string; fallbackName: string; profile: Profile | null }) {
  // A field that was typed in keeps its text; the others follow the sync.
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({})
  const [errors, setErrors] = useState<(FormError & { name: Field })[]>([])
  const saving = useAction(saveProfile, {
    done: () => t('profile.saved'),
    failed: (failure) => saveFailureText(failure),
  })
  const kept = {
    name: profile?.name || fallbackName,
    phone: profile?.phone ?? '',
    location: profile?.location ?? '',
    company: profile?.company ?? '',
    gstin: profile?.gstin ?? '',
  }
  const values = { ...kept, ...typed }

  const save = async (): Promise<void> => {
    const found: (FormError & { name: Field })[] = []
    const phone = values.phone.trim()
    const gstin = values.gstin.replaceAll(/\s/g, '').toUpperCase()
    if (values.name.trim() === '')
      found.push({ name: 'name', field: 'profile-name', message: t('profile.missing.name') })
    if (phone !== '' && !isPhone(phone))
      found.push({ name: 'phone', field: 'profile-phone', message: t('profile.badPhone') })
    if (gstin !== '' && !isGstin(gstin))
      found.push({ name: 'gstin', field: 'profile-gstin', message: t('profile.badGstin') })
    setErrors(found)
    saving.forget()
    if (found.length > 0) return
    const { name, location, company } = values
    const saved = await saving.run({
      ...{ name: name.trim(), phone, location: location.trim(), company: company.trim(), gstin },
    })
    if (saved?.ok) setTyped({})
  }

  const field = (name: Field) => ({
    id: `profile-${name}`,
    name,
    value: values[name],
    maxLength: MAX_PROFILE_TEXT_CHARACTERS,
    error: errors.find((one) => one.name === name)?.message,
    onChange: (event: { target: { value: string } }) => setTyped((was) => ({ ...was, [name]: event.target.value })),
  })
  return (
    <Form className="grid gap-4" busy={saving.busy} onSend={save}>
      <FormSummary errors={errors} />
      <TextField {...field('name')} label={t('profile.name')} autoComplete="name" required />
      <EmailField label={t('profile.email')} hint={t('profile.email.hint')} value={email} readOnly />
      <TextField
        {...field('phone')}
        label={t('profile.phone')}
        hint={t('profile.phone.hint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={24}
      />
      <TextField
        {...field('location')}
        label={t('profile.location')}
        hint={t('profile.location.hint')}
        autoComplete="address-level2"
      />
      <TextField
        {...field('company')}
        label={t('profile.company')}
        hint={t('profile.company.hint')}
        autoComplete="organization"
      />
      <TextField
        {...field('gstin')}
        label="GSTIN"
        hint={t('profile.gstin.hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Alert>{saving.failure && saveFailureText(saving.failure)}</Alert>
      <Button kind="lit" type="submit" wide arrow busy={saving.busy} busyLabel={t('profile.saving')}>
        {t('profile.submit')}
      </Button>
    </Form>
  )
}
