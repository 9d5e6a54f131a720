import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isFirstStart, noteAppKnown } from '#account/session/first-start.ts'
import { useIdentity } from '#account/session/identity.ts'
import { rememberReturn } from '#account/session/sign-in.ts'
import { forgetTickets, hadTickets } from '#shop/tickets/had-tickets.store.ts'
import { dismissEmptiedNotice, watchStoreState } from '#shop/device/store.ts'
import { syncNow } from '#shop/sync/sync.store.ts'
import { watchSync } from '#shop/sync/sync-state.store.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { ago } from '#ui/format.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { useDelayedTrue, useNow } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { Note } from '#ui/display/note.tsx'
import '#ui/messages/en/app/device.ts'

/** Shorter outages are not shown. */
const AWAY_AFTER_MS = 800
const CLOCK_MS = 30_000

export function DeviceStrip() {
  return (
    <>
      <StoreNotice />
      {!isSecureContext && <Line>{t('device.insecure')}</Line>}
      <EndedSession />
      <NothingHere />
      <NoConnection />
    </>
  )
}

function Line({
  children,
  action,
  onClose,
}: {
  children: string
  action?: { label: string; busy?: boolean; press: () => void }
  onClose?: () => void
}) {
  return (
    <div className="no-print border-b border-rule bg-warn-soft text-2">
      <div className="wrap flex items-start">
        <div className="flex min-h-11 flex-1 flex-wrap items-center justify-between gap-x-6 py-1">
          <p role="status" className="pt-0.5">
            {children}
          </p>
          {action && (
            <Button kind="bare" small busy={action.busy} onClick={action.press}>
              {action.label}
            </Button>
          )}
        </div>
        {onClose && (
          <IconButton label={t('common.close')} className="-mr-2.5 flex-none" onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        )}
      </div>
    </div>
  )
}

function useSignIn(): { label: string; press: () => void } {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const press = (): void => {
    rememberReturn(pathname + search)
    void navigate(paths.login)
  }
  return { label: t('device.ended.action'), press }
}

function EndedSession() {
  const identity = useIdentity()
  const { pathname } = useLocation()
  const signIn = useSignIn()
  const saidThere = pathname === paths.login || pathname === paths.checkout
  if (identity.status !== 'signed-out' || !identity.ended || saidThere) return null
  return <Line action={signIn}>{t('device.ended')}</Line>
}

/** Explains to a customer why the tickets are gone from this device: a new iOS app, or deleted browser data. */
function NothingHere() {
  const identity = useIdentity()
  const { pathname } = useLocation()
  const signIn = useSignIn()
  const state = useWatched(watchStoreState, []).value
  const [closed, setClosed] = useState(false)
  const saidThere = pathname === paths.login || pathname === paths.register
  if (identity.status !== 'signed-out' || identity.ended || closed || saidThere) return null
  if (typeof state !== 'object' || state.kind !== 'device') return null
  const close = (): void => {
    setClosed(true)
    noteAppKnown()
    forgetTickets()
    dismissEmptiedNotice()
  }
  const first = isFirstStart()
  if (!first && !hadTickets() && !state.emptied) return null
  return (
    <Line action={signIn} onClose={close}>
      {t(first ? 'device.firstStart' : state.emptied ? 'device.emptied' : 'device.deleted')}
    </Line>
  )
}

function NoConnection() {
  const sync = useWatched(watchSync, []).value
  const now = useNow(CLOCK_MS)
  const away = useDelayedTrue(sync?.reachable === false, AWAY_AFTER_MS)
  if (!away || !sync) return null
  const age =
    sync.lastCatalogueSync === null
      ? t('device.offline.never')
      : t('device.offline.asOf', { ago: ago(sync.lastCatalogueSync, now) })
  const tryNow = (): void => {
    // A successful sync also sends the outbox.
    void syncNow()
  }
  return (
    <Line action={{ label: t('device.offline.try'), busy: sync.syncing, press: tryNow }}>
      {`${t('device.offline')} ${age}`}
    </Line>
  )
}

/** Warns that data is lost with this tab: a private window, a full or blocked device. Compare DeviceLost in device-news.tsx. */
function StoreNotice() {
  const { value: state } = useWatched(watchStoreState, [])
  if (typeof state !== 'object') return null
  if (state.kind === 'memory' ? state.awaited !== null || state.isSlow : !state.full) return null
  return (
    <div className="no-print border-b border-rule bg-warn-soft py-3">
      <div className="wrap">
        <Note kind="warn" role="status">
          {t(state.kind === 'memory' ? 'device.memory' : 'device.full')}
        </Note>
      </div>
    </div>
  )
}
