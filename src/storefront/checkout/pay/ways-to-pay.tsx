import { useRef, useState } from 'react'
import { QRCodeCanvas } from 'qrcode.react'
import { useRegion } from '#account/concert-time.tsx'
import {
  isUpiId,
  upiAppLinks,
  upiLink,
  type UpiPayment,
  isAboveSharedQrLimit,
  isAboveUsualLimit,
} from '#shop/payments/upi.ts'
import { Button, buttonClasses } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { Fold } from '#ui/controls/fold.tsx'
import { exactRupees } from '#ui/format.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'
import { toast } from '#ui/toast.tsx'
import { ScreenQr } from '#ui/screen-qr.tsx'
import { CopyToPay } from './copy-to-pay.tsx'
import { Way, WAY } from './way.tsx'
import { isAppleTouch, savePicture } from '#ui/browser/save-file.ts'
import { useIsPhone } from '#ui/hooks/use-is-phone.ts'

/** Returns true for a mouse and no touch screen: no UPI app can be opened. */
export const isComputer = (
  nav: Pick<Navigator, 'maxTouchPoints'> = navigator,
  isMouse: () => boolean = () => globalThis.matchMedia('(hover: hover) and (pointer: fine)').matches,
): boolean => nav.maxTouchPoints === 0 && isMouse()

/** No app opened if the page is still in front this long after the press. */
const MAX_APP_OPENING_MS = 2500

interface WayProps {
  payment: UpiPayment
  personal: boolean
  lit: boolean
  onLeave: () => void
}

/**
 * Offers the ways to pay: on a phone the likeliest, the others behind a press. Computers and buyers abroad get no app.
 * `onLeave` runs before an app opens, and after copying or saving for one.
 *
 * `personal`: the UPI id is a person's. Payer apps disallow payments to it that a link began, and a QR read from a picture
 * pays at most ₹2,000 (NPCI/UPI/OC-76C/2025-26, 8 April 2025; naradnews.com, trak.in). So copying comes before the link.
 */
export function WaysToPay({ payment, personal, lit, onLeave }: WayProps) {
  const phone = useIsPhone()
  const abroad = useRegion() === 'international'
  const [open, setOpen] = useState(false)
  if (!isUpiId(payment.vpa)) return <Note kind="warn">{t('checkout.payee.missing')}</Note>
  const computer = isComputer()
  const app =
    abroad || computer ? null : (
      <OpenApp
        key="app"
        payment={payment}
        personal={personal}
        alone={phone && !personal}
        lit={lit && !personal}
        onLeave={onLeave}
        onNothing={() => setOpen(true)}
      />
    )
  const unsaved = computer || (personal && isAboveSharedQrLimit(payment.amountPaise))
  const scan = <Scan key="scan" payment={payment} onSave={unsaved ? null : onLeave} />
  const copy = <CopyToPay key="copy" payment={payment} personal={personal} onLeave={onLeave} />
  const usual = phone ? [app, scan, copy] : [scan, app, copy]
  const [first, ...others] = (personal ? [...(phone ? [copy, scan] : [scan, copy]), app] : usual).filter(
    (way) => way !== null,
  )
  return (
    <>
      {isAboveUsualLimit(payment.amountPaise) && <Note kind="warn">{t('checkout.limit')}</Note>}
      {phone ? (
        <div>
          <ul className="pb-4">{first}</ul>
          <Fold title={t('checkout.otherWays')} open={open} onOpen={setOpen}>
            <ul className="grid">{others}</ul>
          </Fold>
        </div>
      ) : (
        <ul className={classes('grid border-y border-rule', app ? 'desk:grid-cols-3' : 'desk:grid-cols-2')}>
          {first}
          {others}
        </ul>
      )}
    </>
  )
}

/** `alone`: nothing beside it needs to be told apart. `onNothing` runs when no app opened. */
function OpenApp({
  payment,
  personal,
  alone,
  lit,
  onLeave,
  onNothing,
}: WayProps & { alone: boolean; onNothing: () => void }) {
  const [nothingOpened, setNothingOpened] = useState(false)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  const leave = (): void => {
    onLeave()
    setNothingOpened(false)
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => {
      if (document.visibilityState !== 'visible') return
      setNothingOpened(true)
      onNothing()
    }, MAX_APP_OPENING_MS)
  }
  const kind = lit ? 'lit' : 'line'
  const links = (
    <>
      {isAppleTouch() ? (
        upiAppLinks(payment).map(({ name, link }, index) => (
          <a
            key={name}
            href={link}
            onClick={leave}
            className={buttonClasses({ kind: index === 0 ? kind : 'line', wide: true })}
          >
            {t('checkout.app.payWith', { app: name })}
            <Icon name="arrow" />
          </a>
        ))
      ) : (
        <a href={upiLink(payment)} onClick={leave} className={buttonClasses({ kind, wide: true })}>
          {t('checkout.app.pay')}
          <Icon name="arrow" />
        </a>
      )}
      <p role="status" className={classes('text-1 text-muted', !nothingOpened && 'sr-only')}>
        {nothingOpened ? t('checkout.app.nothing') : ''}
      </p>
    </>
  )
  if (alone) return <li className={WAY}>{links}</li>
  return (
    <Way title={t('checkout.app.title')} text={t(personal ? 'checkout.app.personal' : 'checkout.app.text')}>
      {links}
    </Way>
  )
}

/** `onSave` saves the QR code for a UPI app on the same phone that reads pictures. */
function Scan({ payment, onSave }: { payment: UpiPayment; onSave: (() => void) | null }) {
  const picture = useRef<HTMLCanvasElement>(null)
  const save = async (): Promise<void> => {
    onSave?.()
    const done = await savePicture(picture.current, `upi-${payment.orderCode}.png`)
    if (done === 'saved') toast.success(t('checkout.scan.saved'))
    if (done === 'failed') toast.error(t('checkout.scan.saveFailed'))
  }
  const title = t('checkout.scan.alt', {
    amount: exactRupees(payment.amountPaise),
    payee: payment.payee,
    vpa: payment.vpa,
  })
  return (
    <Way title={t('checkout.scan.title')} text={t('checkout.scan.text')}>
      <ScreenQr value={upiLink(payment)} title={title} className="w-44 max-w-full" />
      {onSave && (
        <>
          <QRCodeCanvas ref={picture} value={upiLink(payment)} level="M" marginSize={4} size={720} className="hidden" />
          <Button kind="line" small className="justify-self-start" onClick={() => void save()}>
            {t('checkout.scan.save')}
          </Button>
        </>
      )}
    </Way>
  )
}
