import { useState, type ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { useInstall } from './install.ts'
import { t } from '../messages/messages.ts'
import '../messages/en/app/device.ts'
import { isInstallPutOff, putOffInstall } from './put-off-install.ts'
import { shopName } from '../shop.ts'

/** Shows the steps of Add to Home Screen, in a tab of iOS. `again`: even after they were put off. */
export function HomeScreenSteps({ again = false, className }: { again?: boolean; className?: string }) {
  const state = useInstall()
  const [later, setLater] = useState(isInstallPutOff)
  if (state !== 'ios' && state !== 'ios-elsewhere') return null
  const putOff = (on: boolean): void => {
    putOffInstall(on)
    setLater(on)
  }
  if (later)
    return again ? (
      <div className={className}>
        <Button kind="bare" small onClick={() => putOff(false)}>
          {t('device.install.ios.how')}
        </Button>
      </div>
    ) : null
  return (
    <section aria-label={t('device.install.ios')} className={className}>
      <h2 className="text-3 font-strong">{t('device.install.ios')}</h2>
      <p className="mt-1 text-muted">{t('device.install.ios.text')}</p>
      {state === 'ios' ? <Steps /> : <p className="mt-2">{t('device.install.ios.safari')}</p>}
      <Button kind="bare" small className="mt-1" onClick={() => putOff(true)}>
        {t('device.install.later')}
      </Button>
    </section>
  )
}

function Steps() {
  return (
    <>
      <ol className="mt-3 grid gap-2">
        <Step picture={<Icon name="share" />}>{t('device.install.ios.share')}</Step>
        <Step picture={<Icon name="plus-box" />}>{t('device.install.ios.choose')}</Step>
        <Step picture={<Icon name="check" />}>{t('device.install.ios.add')}</Step>
        <Step picture={<img src="/brand/mark.svg" alt="" width="20" height="20" />}>
          {t('device.install.ios.open', { shop: shopName() })}
        </Step>
      </ol>
      <p className="mt-3">{t('device.install.ios.own')}</p>
    </>
  )
}

function Step({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <span aria-hidden="true" className="grid size-9 flex-none place-items-center rounded-control border border-rule">
        {picture}
      </span>
      <span className="pt-2">{children}</span>
    </li>
  )
}
