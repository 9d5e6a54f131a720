import { isUpiId } from '#shop/payments/upi.ts'
import type { Paise } from '#shop/prices/money.ts'
import { sendBackLink, type RefundWay } from '#shop/refunds/refund.ts'
import { buttonClasses, Button } from '#ui/controls/button.tsx'
import { exactRupees } from '#ui/format.ts'
import { ScreenQr } from '#ui/screen-qr.tsx'
import type { ComponentProps } from 'react'
import { ok } from '#platform/failure/failure.ts'
import { findCredits } from '#shop/bank/credits.api.ts'
import type { RefundRow } from '#shop/refunds/refund-rows.ts'
import { SelectField, TextArea, TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { CopyText, Fact } from '../kit/fact.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { payersOf } from './refund-words.ts'
import { isTransfer, wayNames, waysOf, type WayDraft } from './way-back.ts'

/** Shows a QR code and a link that fill a UPI app in; nothing for an address that is none. */
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

const MAX_HOW_CHARACTERS = 500

interface WayForm {
  draft: WayDraft
  change: (part: Partial<WayDraft>) => void
  field: (name: keyof WayDraft) => {
    name: string
    value: string
    error: string | undefined
    onChange: (event: { target: { value: string } }) => void
  }
}

/** How a refund is paid, and what that way needs. */
export function WayFields({ refund, form }: { refund: RefundRow; form: WayForm }) {
  const { draft, change, field } = form
  const { way } = draft
  const plain = { autoComplete: 'off', spellCheck: false } as const
  return (
    <div className="grid gap-4">
      <SelectField
        label="How it goes back"
        {...field('way')}
        onChange={({ target }) => change({ way: target.value as RefundWay })}
      >
        {waysOf(refund).map((one) => (
          <option key={one} value={one}>
            {wayNames[one]}
          </option>
        ))}
      </SelectField>
      {way === 'upi' ? <ByUpi {...{ refund, draft, change }} field={{ ...field('upiId'), ...plain }} /> : null}
      {way === 'bank' ? (
        <>
          <TextField label="Account number" inputMode="numeric" maxLength={24} {...field('account')} {...plain} />
          <TextField label="IFSC" maxLength={14} autoCapitalize="characters" {...field('ifsc')} {...plain} />
        </>
      ) : null}
      {way === 'cash' ? (
        <TextField
          label="Taken from"
          hint="Leave it empty for your open till: it leaves the till’s book."
          maxLength={200}
          {...field('how')}
        />
      ) : null}
      {way === 'other' ? (
        <TextArea
          label="How it was settled"
          hint="The customer reads it."
          maxLength={MAX_HOW_CHARACTERS}
          {...field('how')}
        />
      ) : null}
      {isTransfer(way) ? <TextField label="UTR of the transfer" maxLength={64} {...field('utr')} {...plain} /> : null}
    </div>
  )
}

function ByUpi({
  refund,
  draft,
  change,
  field,
}: {
  refund: RefundRow
  draft: WayDraft
  change: WayForm['change']
  field: Omit<ComponentProps<typeof TextField>, 'label'>
}) {
  const { upiId, sellerId } = refund
  const vpa = upiId ?? draft.upiId.trim()
  return (
    <>
      {upiId === null ? (
        <TextField
          label="UPI id"
          hint={
            sellerId === null
              ? 'The customer gave none: ask for it.'
              : 'Or leave it empty and pay the account that paid.'
          }
          autoCapitalize="none"
          {...field}
        />
      ) : (
        <dl className="border-b border-rule">
          <Fact label="UPI id">
            <CopyText text={upiId} what="the UPI id" />
          </Fact>
        </dl>
      )}
      <PaidFrom refund={refund} onUse={(payer) => change({ upiId: payer })} />
      <SendByUpi name={refund.userName ?? vpa} vpa={vpa} amount={refund.amount} />
    </>
  )
}

/**
 * Offers the addresses that the order's credits came from, as far as they say. Where the customer gave another it warns: who
 * pays too much with one account and asks for it on another may be laundering it, and the payer's bank can take the first
 * payment back.
 */
function PaidFrom({
  refund: { orderCode, transactionId, upiId },
  onUse,
}: {
  refund: RefundRow
  onUse: (payer: string) => void
}) {
  const { value, failure } = useLoaded(`payers of ${orderCode}`, async () => {
    const found = await Promise.all(
      [orderCode, transactionId].filter(Boolean).map((search) => findCredits({ search, state: 'used', before: null })),
    )
    return found.find((answer) => !answer.ok) ?? ok(found.flatMap((answer) => (answer.ok ? answer.value : [])))
  })
  if (failure) {
    return <p className="text-2 text-muted">Where the money came from could not be read: {whyFailed(failure)}</p>
  }
  const payers = payersOf(value ?? [], orderCode)
  if (upiId === null)
    return payers.map((payer) => (
      <Button key={payer} kind="line" small onClick={() => onUse(payer)}>
        The money came from {payer}: use it
      </Button>
    ))
  if (payers.length === 0 || payers.includes(upiId.toLowerCase())) return null
  return (
    <Note kind="warn">
      The money came from {payers.join(' and ')}, not from {upiId}. Ask the customer why before you send it elsewhere.
    </Note>
  )
}
