import { useState } from 'react'
import { askToPersist, isLasting, watchStoreState } from '#shop/device/store.ts'
import { Button } from '#ui/controls/button.tsx'
import { HomeScreenSteps } from '#ui/install/home-screen-steps.tsx'
import { askToInstall, useInstall } from '#ui/install/install.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/app/device.ts'
import { isInstallPutOff, putOffInstall } from '#ui/install/put-off-install.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

export function KeepTickets() {
  const store = useWatched(watchStoreState, []).value
  const install = useInstall()
  const [isOffered, setOffered] = useState(false)
  const [later] = useState(isInstallPutOff)
  if (!isLasting(store)) return null
  if (!isOffered && !later && install !== 'none' && install !== 'installed') setOffered(true)
  return (
    <section aria-label={t('device.keep')} className="no-print mt-10 border-t border-rule pt-4">
      <details open={isOffered}>
        <summary className="cursor-pointer text-2 font-strong">{t('device.keep')}</summary>
        <div className="mt-2 grid max-w-[60ch] justify-items-start gap-x-6 gap-y-4 text-2">
          <Kept persisted={store.persisted} />
          <Install />
          <Notify />
        </div>
      </details>
    </section>
  )
}

function Kept({ persisted }: { persisted: boolean | null }) {
  const [denied, setDenied] = useState(false)
  if (persisted === true) return <p>{t('device.keep.yes')}</p>
  if (persisted === null) return <p>{t('device.keep.unknown')}</p>
  return (
    <div className="grid justify-items-start gap-2">
      <p role="status">{t(denied ? 'device.keep.denied' : 'device.keep.no')}</p>
      <Button
        kind="line"
        small
        className="max-desk:whitespace-normal!"
        onClick={() => void askToPersist().then((kept) => setDenied(kept === false))}
      >
        {t('device.keep.ask')}
      </Button>
    </div>
  )
}

function Install() {
  const state = useInstall()
  const [later, setLater] = useState(isInstallPutOff)
  if (state === 'ios' || state === 'ios-elsewhere') return <HomeScreenSteps again />
  if (state !== 'can-ask' || later) return null
  const notNow = (): void => {
    setLater(true)
    putOffInstall(true)
  }
  return (
    <div className="grid justify-items-start gap-2">
      <p>{t('device.install.text')}</p>
      <div className="flex flex-wrap gap-3">
        <Button kind="solid" small onClick={() => void askToInstall()}>
          {t('device.install')}
        </Button>
        <Button kind="bare" small onClick={notNow}>
          {t('device.install.later')}
        </Button>
      </div>
    </div>
  )
}

function Notify() {
  const offered = typeof Notification !== 'undefined' && 'serviceWorker' in navigator
  const [permission, setPermission] = useState(offered ? Notification.permission : 'denied')
  if (!offered) return null
  if (permission === 'granted') return <p className="text-2 text-muted">{t('device.notify.on')}</p>
  if (permission === 'denied') return <p className="text-2 text-muted">{t('device.notify.denied')}</p>
  return (
    <Button
      kind="line"
      small
      className="max-desk:whitespace-normal!"
      onClick={() => void Notification.requestPermission().then(setPermission)}
    >
      {t('device.notify')}
    </Button>
  )
}
