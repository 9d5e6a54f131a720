import { useSyncExternalStore, useRef, useState, type ReactNode } from 'react'
import { QRCodeCanvas } from 'qrcode.react'
import { useRegion } from '#account/concert-time.tsx'
import {
  isUpiId,
  upiAmount,
  upiAppLinks,
  upiLink,
  upiNote,
  type UpiPayment,
  isAboveSharedQrLimit,
  isAboveUsualLimit,
} from '#shop/payments/upi.ts'
import { Button, buttonClasses } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { exactRupees } from '#ui/format.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'
import { toast } from '#ui/toast.tsx'
import { ScreenQr } from '#ui/screen-qr.tsx'
import { isAppleTouch, savePicture } from '#ui/browser/save-file.ts'

const phone = (): MediaQueryList => globalThis.matchMedia('(max-width: 899px)')

const subscribe = (changed: () => void): (() => void) => {
  const query = phone()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone().matches)

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
 * Computers and buyers abroad get no app. `onLeave` runs before an app opens, and after copying or saving for one.
 *
 * `personal`: the UPI id is a person's. Payer apps disallow payments to it that a link began, and a QR read from a picture
 * pays at most ₹2,000 (NPCI/UPI/OC-76C/2025-26, 8 April 2025; naradnews.com, trak.in). So copying comes before the link.
 */
export function WaysToPay({ payment, personal, lit, onLeave }: WayProps) {
  const phone = useIsPhone()
  const abroad = useRegion() === 'international'
  if (!isUpiId(payment.vpa)) return <Note kind="warn">{t('checkout.payee.missing')}</Note>
  const computer = isComputer()
  const app =
    abroad || computer ? null : (
      <OpenApp key="app" payment={payment} personal={personal} lit={lit && !personal} onLeave={onLeave} />
    )
  const unsaved = computer || (personal && isAboveSharedQrLimit(payment.amountPaise))
  const scan = <Scan key="scan" payment={payment} onSave={unsaved ? null : onLeave} />
  const copy = <Copy key="copy" payment={payment} personal={personal} onLeave={onLeave} />
  const usual = phone ? [app, scan, copy] : [scan, app, copy]
  return (
    <>
      {isAboveUsualLimit(payment.amountPaise) && <Note kind="warn">{t('checkout.limit')}</Note>}
      <ul className={classes('grid border-y border-rule', app ? 'desk:grid-cols-3' : 'desk:grid-cols-2')}>
        {personal ? [...(phone ? [copy, scan] : [scan, copy]), app] : usual}
      </ul>
    </>
  )
}

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] content-start gap-2.5 py-3.5 not-last:border-b not-last:border-rule desk:border-b-0! desk:px-5 desk:not-last:border-r desk:first:pl-0 desk:last:pr-0">
      <h3 className="head-4">{title}</h3>
      <p className="text-2 text-muted">{text}</p>
      {children}
    </li>
  )
}

function OpenApp({ payment, personal, lit, onLeave }: WayProps) {
  const [nothingOpened, setNothingOpened] = useState(false)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  const leave = (): void => {
    onLeave()
    setNothingOpened(false)
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => {
      if (document.visibilityState === 'visible') setNothingOpened(true)
    }, MAX_APP_OPENING_MS)
  }
  const kind = lit ? 'lit' : 'line'
  return (
    <Way title={t('checkout.app.title')} text={t(personal ? 'checkout.app.personal' : 'checkout.app.text')}>
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

function Copy({ payment, personal, onLeave }: { payment: UpiPayment; personal: boolean; onLeave: () => void }) {
  return (
    <Way title={t('checkout.copy.title')} text={t(personal ? 'checkout.copy.personal' : 'checkout.copy.text')}>
      <CopyLine
        text={payment.vpa}
        label={t('checkout.copy.id')}
        done={t('checkout.copy.idDone')}
        onCopy={onLeave}
        shown={
          <>
            {payment.vpa.split('@')[0]}
            <wbr />@{payment.vpa.split('@')[1]}
          </>
        }
      />
      <CopyLine
        text={upiAmount(payment.amountPaise)}
        label={t('checkout.copy.amount')}
        done={t('checkout.copy.amountDone')}
        onCopy={onLeave}
      />
      <p className="text-2 text-muted">{t('checkout.copy.note.text')}</p>
      <CopyLine
        text={upiNote(payment.orderCode)}
        label={t('checkout.copy.note')}
        done={t('checkout.copy.noteDone')}
        onCopy={onLeave}
      />
    </Way>
  )
}

function CopyLine({
  text,
  label,
  done,
  onCopy,
  shown,
}: {
  text: string
  label: string
  done: string
  onCopy: () => void
  shown?: ReactNode
}) {
  const copy = async (): Promise<void> => {
    onCopy()
    try {
      await navigator.clipboard.writeText(text)
      toast.success(done)
    } catch {
      toast.error(t('checkout.copy.failed'))
    }
  }
  return (
    <div className="grid min-h-11 grid-cols-[1fr_auto] items-center rounded-control border border-control bg-raised pl-3 tabular-nums">
      <span className="min-w-0 pt-1 pr-2 text-2 leading-5 wrap-anywhere select-all">{shown ?? text}</span>
      <Button
        kind="bare"
        small
        className="h-full! rounded-l-none! border-y-0! border-r-0! border-l-rule! px-3! no-underline!"
        aria-label={label}
        onClick={() => void copy()}
      >
        {t('common.copy')}
      </Button>
    </div>
  )
}
