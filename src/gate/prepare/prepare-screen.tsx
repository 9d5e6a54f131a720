import { useEffect, useState } from 'react'
import { useIdentity } from '#account/session/identity.ts'
import { watchGateLists, type GateListRow } from '#shop/gate/lists/lists.store.ts'
import { refreshAssignments, watchAssignments } from '#shop/gate/lists/assignments.store.ts'
import { saveGateSetup, type GateSetup } from '#shop/gate/setup.store.ts'
import { startScanSending } from '#shop/gate/sync.store.ts'
import { may } from '#shop/people/role.ts'
import { askToPersist, watchStoreState } from '#shop/device/store.ts'
import { promised } from '#platform/observable/promised.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { LanguageButtons } from '#ui/language-buttons.tsx'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'
import { paths } from '#ui/paths.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { Wordmark } from '#ui/display/wordmark.tsx'
import { clockText } from './clock-text.ts'
import { EventChoice, type EventOffer } from './event-choice.tsx'
import { storeGateFiles } from './gate-files.ts'
import { useGateTitle } from '../gate-head.tsx'
import { LeaveButton } from '../leave-button.tsx'
import { unlockSound } from '../scanner/sounds.ts'
import { TestScan } from './test-scan.tsx'
import { useServerNow } from '../use-clock.ts'

const MAX_GATE_NAME_LENGTH = 40
const MIN_CLOCK_WARNING_MS = 60_000

export function PrepareScreen({ setup, onOpen }: { setup: GateSetup | null; onOpen: (practice: boolean) => void }) {
  useGateTitle(t('gate.title'))
  const identity = useIdentity()
  const known = useWatched(watchAssignments, []).value
  const lists = useWatched(watchGateLists, []).value ?? []
  const store = useWatched(watchStoreState, []).value
  const { now, offset } = useServerNow(1_000)
  const refreshed = useWatched(() => promised(prepare), []).value
  const failure = refreshed?.ok === false ? refreshed.failure : null
  const [gate, setGate] = useState(setup?.gate ?? '')
  const [error, setError] = useState<string | null>(null)
  // Local copy, so that a tick shows at once.
  const [chosen, setChosen] = useState(setup?.eventIds ?? [])

  useEffect(startScanSending, [])

  const offers = offersOf(known?.events ?? [], lists)
  const isLater = (offer: EventOffer) => offer.opensAt !== null && offer.opensAt > now && !chosen.includes(offer.id)
  const near = offers.filter((offer) => !isLater(offer))
  const later = offers.filter(isLater)
  const choice = (offer: EventOffer) => (
    <EventChoice
      key={offer.id}
      offer={offer}
      list={lists.find((list) => list.eventId === offer.id) ?? null}
      on={chosen.includes(offer.id)}
      now={now}
      onToggle={() => toggle(offer.id)}
    />
  )
  const complete = lists.filter((list) => chosen.includes(list.eventId) && list.listAt !== null)
  const ready = chosen.length > 0 && complete.length === chosen.length

  const toggle = (eventId: string) => {
    const next = chosen.includes(eventId) ? chosen.filter((id) => id !== eventId) : [...chosen, eventId]
    setChosen(next)
    void saveGateSetup({ eventIds: next })
    void askToPersist()
  }
  const open = async (practice: boolean) => {
    unlockSound()
    const name = gate.trim()
    if (name === '') {
      setError(t('prepare.gate.missing'))
      document.getElementById('gate-name')?.focus()
      return
    }
    await saveGateSetup({ gate: name, open: !practice })
    onOpen(practice)
  }

  return (
    <div className="safe-x min-h-dvh bg-surface pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]">
      <header className="flex h-14 items-center gap-4 border-b border-rule px-4 desk:px-12">
        <Wordmark className="h-6" />
        <span className="text-muted">{t('gate.title')}</span>
        <span className="ml-auto flex items-center gap-4">
          <span className="max-w-[24ch] truncate text-2 text-muted max-desk:hidden">
            {identity.status === 'signed-in' ? identity.name || identity.email : ''}
          </span>
          <LeaveButton />
        </span>
      </header>
      <main id="main" tabIndex={-1} className="grid max-w-[720px] gap-8 px-4 pt-5 pb-10 outline-none desk:px-12">
        <div className="grid gap-2">
          <div className="max-w-[320px] pb-2">
            <LanguageButtons />
          </div>
          <h1 className="head-5">{t('prepare.title')}</h1>
          <p className="max-w-[60ch] text-muted">{t('prepare.lead')}</p>
          {identity.status === 'signed-in' && may(identity.roles, 'events', 'payments') && (
            <div>
              <ButtonLink kind="bare" to={paths.admin}>
                {t('prepare.console')}
              </ButtonLink>
            </div>
          )}
          {store !== undefined && store !== 'opening' && store.kind === 'memory' && !store.isSlow && (
            <Note kind="bad">{t('prepare.memory')}</Note>
          )}
          {Math.abs(offset) >= MIN_CLOCK_WARNING_MS && <Note kind="warn">{clockText(offset)}</Note>}
          {!globalThis.isSecureContext && <Note kind="bad">{t('prepare.insecure')}</Note>}
        </div>

        <section aria-labelledby="gate-events">
          <h2 id="gate-events" className="section-head head-4">
            {t('prepare.events')}
          </h2>
          {failure && (
            <p role="alert" className="pb-2 text-2 text-bad">
              {failure.code === 'unreachable' ? t('prepare.events.unreachable') : t('prepare.events.failed')}
            </p>
          )}
          {offers.length === 0 ? (
            <p className="text-muted" aria-busy={!refreshed}>
              {!refreshed ? t('prepare.events.asking') : t('prepare.events.none')}
            </p>
          ) : (
            <>
              <ul className="rows">{near.map(choice)}</ul>
              {near.length === 0 && <p className="text-muted">{t('prepare.events.noneYet')}</p>}
              {later.length > 0 && (
                <details className="border-t border-rule">
                  <summary className="min-h-11 cursor-pointer py-2.5 text-2">
                    {t('prepare.events.later', { n: later.length })}
                  </summary>
                  <ul className="rows">{later.map(choice)}</ul>
                </details>
              )}
              {identity.status === 'signed-in' && !identity.roles.includes('admin') && (
                <p className="pt-2 text-2 text-muted">{t('prepare.events.missing')}</p>
              )}
            </>
          )}
        </section>

        <section aria-labelledby="gate-name-head">
          <h2 id="gate-name-head" className="section-head head-4">
            {t('prepare.gate')}
          </h2>
          <TextField
            id="gate-name"
            label={t('prepare.gate.label')}
            hint={t('prepare.gate.hint')}
            placeholder={t('prepare.gate.example')}
            maxLength={MAX_GATE_NAME_LENGTH}
            value={gate}
            error={error ?? undefined}
            onChange={(event) => {
              setGate(event.target.value)
              setError(null)
            }}
            onBlur={() => void saveGateSetup({ gate: gate.trim() })}
            autoComplete="off"
          />
        </section>

        <section aria-labelledby="gate-test">
          <h2 id="gate-test" className="section-head head-4">
            {t('prepare.test')}
          </h2>
          <TestScan testedAt={setup?.testedAt ?? null} />
        </section>

        <div className="grid gap-3">
          <Button kind="lit" wide arrow disabled={!ready} onClick={() => void open(false)}>
            {t('prepare.open')}
          </Button>
          {!ready && (
            <p className="text-2 text-muted">{t(chosen.length === 0 ? 'prepare.chooseFirst' : 'prepare.listFirst')}</p>
          )}
          <Button kind="line" wide disabled={!ready} onClick={() => void open(true)}>
            {t('prepare.practice')}
          </Button>
        </div>
      </main>
    </div>
  )
}

function prepare(): ReturnType<typeof refreshAssignments> {
  storeGateFiles().catch(() => undefined)
  return refreshAssignments()
}

function offersOf(events: readonly EventOffer[], lists: readonly GateListRow[]): EventOffer[] {
  const known = new Set(events.map((event) => event.id))
  const more = lists
    .filter((list) => !known.has(list.eventId))
    .map((list) => ({
      ...list.event,
      id: list.eventId,
      venue: list.venue,
      city: list.city,
      opensAt: null,
      tickets: list.tickets,
    }))
  return [...events, ...more].sort((a, b) => Date.parse(a.date) - Date.parse(b.date))
}
