import { isUpiId, upiLink } from '#shop/payments/upi.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { ScreenQr } from '#ui/screen-qr.tsx'

/** ₹1 is the smallest amount that every UPI app accepts. */
const TEST_PAISE = 100
/** In the form of an order's code, which the link requires; no order has it. */
const TEST_CODE = 'MFTEST0000'

/** Shows a QR for the UPI id as typed: scanning it names the account before customers pay to it. */
export function UpiTest({ payee, vpa, saved }: { payee: string; vpa: string; saved: string }) {
  if (vpa === '')
    return (
      <p className="text-2 text-muted desk:col-span-2">
        <StateMark kind="warn">No UPI id: customers cannot pay.</StateMark>
      </p>
    )
  if (!isUpiId(vpa) || payee === '') return null
  return (
    <div className="flex flex-wrap items-start gap-x-5 gap-y-3 desk:col-span-2">
      <ScreenQr
        value={upiLink({ payee, vpa, amountPaise: TEST_PAISE, orderCode: TEST_CODE })}
        title={`Test QR: ₹1.00 to ${payee}, ${vpa}`}
        className="w-36 flex-none"
      />
      <div className="max-w-[44ch] min-w-0 text-2">
        <p className="font-strong">Test it before you save it</p>
        <p className="mt-1 wrap-anywhere text-muted">
          Scan it with a UPI app. The app must name {payee} for {vpa} and fill in ₹1.00. You need not pay.
        </p>
        <p className="mt-1">
          {vpa === saved ? (
            <StateMark kind="ok">Customers pay to this id</StateMark>
          ) : (
            <StateMark kind="warn">Not saved yet</StateMark>
          )}
        </p>
      </div>
    </div>
  )
}
