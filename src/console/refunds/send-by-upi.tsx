import { isUpiId } from '#shop/payments/upi.ts'
import type { Paise } from '#shop/prices/money.ts'
import { sendBackLink } from '#shop/refunds/send-back.ts'
import { buttonClasses } from '#ui/controls/button.tsx'
import { exactRupees } from '#ui/format.ts'
import { ScreenQr } from '#ui/screen-qr.tsx'

/** A QR code and a link that fill a UPI app in; nothing for an address that is none. */
export function SendByUpi({ name, vpa, amount }: { name: string; vpa: string; amount: Paise }) {
  if (!isUpiId(vpa) || amount <= 0) return null
  const link = sendBackLink({ name, vpa, amount })
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
      <ScreenQr value={link} title={`UPI QR: ${exactRupees(amount)} to ${vpa}`} className="w-36 flex-none" />
      <div className="grid min-w-0 flex-[1_1_16ch] gap-2 text-2">
        <p className="wrap-anywhere text-muted">
          Scan it with the shop’s UPI app: it fills in the address and the amount.
        </p>
        <a className={buttonClasses({ kind: 'line', small: true })} href={link}>
          Open a UPI app
        </a>
      </div>
    </div>
  )
}
