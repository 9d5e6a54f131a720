import { oneOf, orNull, filled, instant, list, number, row, text, type Of } from '#platform/text/wire.ts'
import type { Result } from '#platform/failure/failure.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { toPaise } from '#shop/prices/money.ts'
import type { RefundRow } from './refund-rows.ts'
import { payoutFormatNames, type PayoutFormatName } from './payout.ts'

const parseLine = row({
  line: number,
  orderCode: text,
  userName: filled,
  amount: toPaise,
  way: oneOf(['upi', 'bank']),
  /** The UPI id, or the IFSC and the account's last four digits; null once it was sent. */
  paidTo: orNull(text),
  sentAt: orNull(instant),
})

const parsePayout = row({
  id: text,
  madeAt: instant,
  madeByName: filled,
  format: oneOf(payoutFormatNames),
  state: oneOf(['made', 'part', 'sent', 'cancelled']),
  lines: list(parseLine),
})
export type Payout = Of<typeof parsePayout>

/** Reads the open payouts, the newest first. */
export const readPayouts = (): Promise<Result<Payout[]>> => asStaff.read('list_payouts', {}, list(parsePayout))

/** Where a refund of a payout goes: `to` is a UPI id or an account and its IFSC, where the customer's own UPI id is not used. */
export interface PayoutChoice {
  refund: Pick<RefundRow, 'id' | 'amount' | 'upiId'>
  way: 'upi' | 'bank'
  to: string | null
}

/**
 * Makes a payout under the uuid `id`, all or nothing; a repeat returns it. Refusal: changed_meanwhile (detail: [{refund_id,
 * code, detail}], what differs from what staff read).
 */
export const makePayout = (
  id: string,
  format: PayoutFormatName,
  choices: readonly PayoutChoice[],
): Promise<Result<Payout>> =>
  asStaff.call(
    'make_payout',
    {
      p_id: id,
      p_format: format,
      p_rows: choices.map(({ refund, way, to }) => ({
        ...{ refund_id: refund.id, amount: refund.amount / 100, upi_id: refund.upiId, way, to },
      })),
    },
    parsePayout,
  )

const parseSent = row({
  state: oneOf(['made', 'part', 'sent', 'cancelled']),
  sent: number,
  /** Lines that stay open, and why: the codes of markRefunded. */
  refused: list(row({ line: number, code: text, detail: text })),
})
export type SentPayout = Of<typeof parseSent>

/** Which lines of a payout the bank sent: all with one reference, or some with one each. */
export type SentWith = { utr: string } | { lines: readonly { line: number; utr: string }[] }

/** Marks lines as sent; those that are refused stop no other. A repeat changes nothing. `admitted`: also those let in meanwhile. */
export const markPayoutSent = (id: string, sent: SentWith, admitted: boolean): Promise<Result<SentPayout>> =>
  asStaff.call(
    'mark_payout_sent',
    {
      p_payout_id: id,
      p_utr: 'utr' in sent ? sent.utr : undefined,
      p_rows: 'lines' in sent ? sent.lines.map(({ line, utr }) => ({ line, utr })) : undefined,
      p_admitted: admitted,
    },
    parseSent,
  )

/** Ends a payout: what is not marked is owed as before. Refusals: already_decided (all was sent). */
export const cancelPayout = (id: string): Promise<Result<null>> => asStaff.call('cancel_payout', { p_payout_id: id })
