import type { ReactNode } from 'react'
import { upiAmount, upiNote, type UpiPayment } from '#shop/payments/upi.ts'
import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { toast } from '#ui/toast.tsx'
import { Way } from './way.tsx'

/** Gives what is typed into a UPI app to be copied. `onLeave` runs after each copy. */
export function CopyToPay({
  payment,
  personal,
  onLeave,
}: {
  payment: UpiPayment
  personal: boolean
  onLeave: () => void
}) {
  return (
    <Way title={t('checkout.copy.title')} {...(personal && { text: t('checkout.copy.personal') })}>
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
