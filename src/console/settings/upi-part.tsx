import { useState } from 'react'
import { CheckField, TextField, type TextFieldProps } from '#ui/controls/field.tsx'
import { FieldSection } from '../kit/form/form-frame.tsx'
import { QrPhoto, readShopQr, type ShopQr } from './qr-photo.tsx'
import type { SettingsDraft, SettingsField } from './settings-draft.ts'
import { isUpiId, upiLink } from '#shop/payments/upi.ts'
import { Note } from '#ui/display/note.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { ScreenQr } from '#ui/screen-qr.tsx'

/**
 * Links and shared QR codes: NPCI/UPI/OC-76C/2025-26 of 8 April 2025 keeps what NPCI/UPI/2023-24/OC/76A of 12 March 2024
 * says (https://taxguru.in/finance/npci-circular-revision-transaction-limits-upi-merchants.html). ₹1,00,000 a month:
 * NPCI/UPI/OC 192/2023-24 of 28 March 2024
 * (https://taxguru.in/finance/implementation-maximum-upi-credit-limits-p2pm-merchants.html).
 */
const kinds = [
  {
    value: 'merchant',
    label: 'Merchant',
    hint: 'A business’s UPI id, verified by a bank or a payment app. Links and QR codes at the checkout work.',
  },
  {
    value: 'personal',
    label: 'Personal',
    hint: 'UPI apps refuse links to it, so customers copy the id, the amount and the note. A saved QR pays at most ₹2,000. Who receives more than ₹1,00,000 a month, three months running, has to become a merchant.',
  },
] as const

/** Freezing: https://www.the420.in, of a nursery in Faridabad whose account was frozen for a year over ₹150. */
const FREEZING =
  'One disputed credit can freeze the whole account, with all that is in it. So open an account for the concerts, and never take your private one.'

export function AccountPart({
  field,
  draft,
  saved,
  onChange,
}: {
  field: (name: SettingsField) => TextFieldProps
  draft: SettingsDraft
  /** The UPI id as stored. */
  saved: string
  onChange: (change: Partial<SettingsDraft>) => void
}) {
  /** What was read last from a QR's text or picture, or why nothing was. */
  const [read, setRead] = useState<ShopQr | string | null>(null)
  const take = (qr: ShopQr | string | null) => {
    setRead(qr)
    if (qr === null || typeof qr === 'string') return
    const { payeeName, ...others } = qr
    onChange({
      ...others,
      ...(payeeName === '' ? {} : { payeeName }),
      ...(qr.upiMcc === '' ? {} : { upiKind: 'merchant' }),
    })
  }
  return (
    <FieldSection
      title="Payments"
      text="Where customers send the money. It is shown at checkout, in the QR and in the links to UPI apps."
    >
      <TextField {...field('payeeName')} hint="As the customer’s UPI app will show it" maxLength={100} />
      <TextField
        {...field('upiId')}
        hint="Or the text of your shop’s QR, upi://pay?pa=…, as a QR reader shows it. Empty: the shop takes no payments"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          const qr = readShopQr(event.target.value)
          take(qr)
          if (qr === null) onChange({ upiId: event.target.value })
        }}
      />
      <QrPhoto onRead={take} />
      {typeof read === 'string' ? (
        <Note kind="bad" role="alert" className="desk:col-span-2">
          {read}
        </Note>
      ) : read ? (
        <p role="status" className="text-2 wrap-anywhere desk:col-span-2">
          Read from the QR: {read.payeeName || 'no name'}, {read.upiId},{' '}
          {read.upiMcc === '' ? 'no merchant category' : `merchant category ${read.upiMcc}`}. Its signature is left out:
          it holds for that QR alone.
        </p>
      ) : null}
      <UpiTest
        payee={draft.payeeName.trim()}
        vpa={draft.upiId.trim()}
        mcc={draft.upiKind === 'merchant' ? draft.upiMcc.trim() : ''}
        saved={saved}
      />
      <fieldset className="min-w-0 desk:col-span-2">
        <legend className="text-2 leading-5 font-strong">Whose UPI id is it?</legend>
        <div className="mt-1 grid gap-x-8 desk:grid-cols-2">
          {kinds.map(({ value, label, hint }) => (
            <div key={value}>
              <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
                <input
                  type="radio"
                  name="upiKind"
                  value={value}
                  checked={draft.upiKind === value}
                  aria-describedby={`upi-kind-${value}`}
                  onChange={() => onChange({ upiKind: value })}
                  className="mt-0.5 size-5 flex-none accent-(--ink)"
                />
                <span>{label}</span>
              </label>
              <p id={`upi-kind-${value}`} className="pl-8 text-1 text-muted">
                {hint}
              </p>
            </div>
          ))}
        </div>
      </fieldset>
      {draft.upiKind === 'merchant' ? (
        <TextField
          {...field('upiMcc')}
          hint="Four digits, mc= of your shop’s QR. They go into the links and QR codes of the checkout. Empty: none"
          inputMode="numeric"
          maxLength={4}
        />
      ) : null}
      <TextField
        {...field('dayLimit')}
        hint="In rupees: what the account may receive by UPI on one day. Ask your bank, or leave it empty. The console warns from 80%."
        inputMode="decimal"
        maxLength={16}
      />
      <CheckField
        name="ownAccount"
        label="This account is for the shop alone"
        hint={FREEZING}
        className="desk:pt-4"
        checked={draft.ownAccount === 'yes'}
        onChange={(event) => onChange({ ownAccount: event.target.checked ? 'yes' : '' })}
      />
    </FieldSection>
  )
}

/** ₹1 is the smallest amount that every UPI app accepts. */
const TEST_PAISE = 100
/** In the form of an order's code, which the link requires; no order has it. */
const TEST_CODE = 'MFTEST0000'

/** Shows a QR for the UPI id as typed: scanning it names the account before customers pay to it. */
function UpiTest({ payee, vpa, mcc, saved }: { payee: string; vpa: string; mcc: string; saved: string }) {
  if (vpa === '')
    return (
      <p className="text-2 text-muted desk:col-span-2">
        <StateMark kind="warn">No UPI id: customers cannot pay.</StateMark>
      </p>
    )
  if (!isUpiId(vpa) || payee === '' || !/^(\d{4})?$/.test(mcc)) return null
  return (
    <div className="flex flex-wrap items-start gap-x-5 gap-y-3 desk:col-span-2">
      <ScreenQr
        value={upiLink({ payee, vpa, mcc, amountPaise: TEST_PAISE, orderCode: TEST_CODE })}
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
