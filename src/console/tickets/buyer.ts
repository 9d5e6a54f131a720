import type { Booking } from '#shop/tickets/tickets-admin.api.ts'
import { payerOf } from '../payments/payment-row.tsx'

type Buyer = Pick<Booking, 'userName' | 'userEmail' | 'sellerId'>

/** Names a ticket's customer as the list of payments does. */
export const buyerOf = ({ userName, userEmail, sellerId }: Buyer): string =>
  payerOf({ userName, email: userEmail, sellerId })

/** Says who is told that the seats of a ticket changed: the database tells only accounts, and nobody of a test. */
export function seatsNoticeText(booking: Buyer & Pick<Booking, 'isTest'>): string {
  if (booking.isTest) return 'It is a test: no message goes out.'
  if (booking.sellerId !== null)
    return 'Guests and buyers at the door have no account and get no message: call or write to them.'
  if (booking.userName === null && booking.userEmail === null)
    return 'The account was deleted: no message reaches its owner.'
  return 'The customer reads of it under Updates in the shop, and in an e-mail if the shop sends mail and they did not switch it off.'
}
