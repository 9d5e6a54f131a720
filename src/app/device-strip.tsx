import { useLocation, useNavigate } from 'react-router-dom'
import { useIdentity } from '#account/identity.ts'
import { rememberReturn } from '#account/sign-in.ts'
import { watchStoreState } from '#offline/store.ts'
import { syncNow } from '#offline/sync.ts'
import { watchSync } from '#offline/sync-state.ts'
import { Button } from '#ui/button.tsx'
import { ago } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/device.ts'
import { paths } from '#ui/paths.ts'
import { useLasting } from '#ui/use-lasting.ts'
import { useNow } from '#ui/use-now.ts'
import { useWatched } from '#ui/use-watched.ts'

/** A request that fails once is no news; after this many milliseconds without an answer it is. */
const AWAY_AFTER_MS = 800
const LOOK_AGAIN_MS = 30_000

/** Under the header: what does not work now and how old what is shown is; nothing while all is well. */
export function DeviceStrip() {
  return (
    <>
      {!isSecureContext && <Line>{t('device.insecure')}</Line>}
      <EndedSession />
      <Emptied />
      <NoConnection />
    </>
  )
}

function Line({
  children,
  action,
}: {
  children: string
  action?: { label: string; busy?: boolean; press: () => void }
}) {
  return (
    <div className="no-print border-b border-rule bg-warn-soft text-2">
      <div className="wrap flex min-h-11 flex-wrap items-center justify-between gap-x-6 py-1">
        <p role="status" className="pt-0.5">
          {children}
        </p>
        {action && (
          <Button kind="bare" small busy={action.busy} onClick={action.press}>
            {action.label}
          </Button>
        )}
      </div>
    </div>
  )
}

function EndedSession() {
  const identity = useIdentity()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // The sign-in page says so itself.
  if (identity.status !== 'signed-out' || !identity.ended || pathname === paths.login) return null
  const signIn = (): void => {
    rememberReturn(pathname + search)
    void navigate(paths.login)
  }
  return <Line action={{ label: t('device.ended.action'), press: signIn }}>{t('device.ended')}</Line>
}

/** Until somebody signs in again, which brings everything back but what had not been sent. */
function Emptied() {
  const identity = useIdentity()
  const state = useWatched(watchStoreState, []).value
  const emptied = typeof state === 'object' && state.kind === 'device' && state.emptied
  return emptied && identity.status === 'signed-out' ? <Line>{t('device.emptied')}</Line> : null
}

function NoConnection() {
  const sync = useWatched(watchSync, []).value
  const now = useNow(LOOK_AGAIN_MS)
  const away = useLasting(sync?.reachable === false, AWAY_AFTER_MS)
  if (!away || !sync) return null
  const age =
    sync.lastCatalogueSync === null
      ? t('device.offline.never')
      : t('device.offline.asOf', { ago: ago(sync.lastCatalogueSync, now) })
  const tryNow = (): void => {
    // The outbox goes along: a sync that works sends what waits.
    void syncNow()
  }
  return (
    <Line action={{ label: t('device.offline.try'), busy: sync.syncing, press: tryNow }}>
      {`${t('device.offline')} ${age}`}
    </Line>
  )
}
