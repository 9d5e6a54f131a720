import { addMessages } from '../../known.ts'
import { terms } from '../../../terms.ts'

export const paymentStatus = addMessages({
  'checkout.started': 'Payment verification started',
  'checkout.uploadFailed': 'Failed to upload payment screenshot. Please try again.',
  'checkout.creationFailed': 'Failed to verify payment creation',
  'checkout.willBeSent': 'It is saved on this device and will be sent.',
  'checkout.willBeSent.page': 'It is not saved on this device. Keep this page open until it is sent.',

  'checkout.status.page': 'Your payment',
  'checkout.status.unknown': 'This payment is not on this device',
  'checkout.status.unknown.text': 'Payments of your account are listed in My Tickets.',
  'checkout.status.unsent': 'Your payment details are saved on this device.',
  'checkout.status.unsent.page': 'Your payment details are in this page only.',
  'checkout.status.unsent.text':
    'They are sent as soon as there is a connection. You can close this page; do not clear this browser’s data before they are sent.',
  'checkout.status.unsent.reopen':
    'They are sent when you are online and have this shop open. If you close this page, open the shop again to send them. Do not clear this browser’s data before that.',
  'checkout.status.unsent.keepOpen':
    'This device cannot save them. They are sent as soon as you are online: keep this page open until they have reached us.',
  'checkout.status.signIn': 'Sign in to send your payment details.',
  'checkout.status.signIn.text': 'Your session has ended. Nothing is lost: they are saved on this device.',
  'checkout.status.signIn.action': 'Sign in',
  'checkout.status.refused': 'Your payment details were not accepted.',
  'checkout.status.refused.text': (p: { code: string }) =>
    `This is about what you typed, not about your money. Check it and send it again. If it happens again, write to us with the order code ${p.code}. Do not pay again.`,
  'checkout.reason.file':
    'We could not accept the screenshot. Choose another picture: JPEG, PNG or WebP, smaller than 5 MB.',
  'checkout.reason.fileGone': 'The screenshot is no longer on this device. Choose it again, then send it.',
  'checkout.reason.invalid':
    'The reference cannot be read. Type the 12 digits as your UPI app shows them, then send it again.',
  'checkout.reason.seat':
    'One of the seats no longer exists in this hall. Write to us with the order code; your payment is not lost.',
  'checkout.reason.tooMany': () =>
    `The order has more than ${terms().seatsPerLine} seats of one category. Write to us with the order code; your payment is not lost.`,
  'checkout.reason.account':
    'This order belongs to another account. Sign in to that account, or write to us with the order code.',
  'checkout.status.edit': 'Check and send again',
  'checkout.status.change': 'Change the details',
  'checkout.status.takeBackFailed': 'It could not be withdrawn: we may already have it. Please try again.',
  'checkout.status.withdraw': 'Withdraw it',
  'checkout.status.withdraw.question': 'Withdraw these payment details?',
  'checkout.status.withdraw.text': (p: { code: string }) =>
    `They are removed from this device and not sent. If you have paid, do not withdraw them: write to us with the order code ${p.code}.`,
  'checkout.status.sendNow': 'Send now',
  'checkout.status.pending': 'We’re checking your payment.',
  'checkout.status.pending.text': 'You may close this page.',
  'checkout.status.noResult': (p: { time: string }) => `No result by ${p.time}? Write to us.`,
  'checkout.received': 'Payment received',
  'checkout.received.text': 'Your money has reached us; you need not send anything. You may close this page.',
  'checkout.status.seatsHeld': 'Your seats stay yours while we check.',
  'checkout.status.seatsUntil': (p: { time: string }) => `Your seats are kept until ${p.time}.`,
  'checkout.status.cancelled':
    'The organiser has cancelled a concert of this order. Your payment is recorded; our staff will refund you for that concert.',
  'checkout.status.cancelled.reason': (p: { reason: string }) => `Reason: ${p.reason}`,
  'checkout.status.seatsLost':
    'Your payment is recorded. Some seats are no longer free; our staff will offer others or refund you.',
  'checkout.status.keptNothing':
    'Your payment is recorded, but no seats are kept for it. Our staff will give you seats or refund you.',
  'checkout.status.approved': 'Your payment is approved.',
  'checkout.status.rejected': 'Your payment was rejected.',
  'checkout.status.lost': 'The shop no longer has this payment.',
  'checkout.status.lost.text':
    'Our server no longer has a payment for this order; it may have been restored from an older backup. Your money is not lost: choose the screenshot again and send the same payment, or write to us with the order code and the reference on this page.',
  'checkout.status.lost.again': 'Send it again',
  'checkout.status.lost.failed': 'It cannot be sent from this page. Write to us with the order code.',
  'checkout.status.doNotPay': 'Do not pay again.',
  'checkout.status.contact': 'Contact support',
  'checkout.status.timeout': 'Payment verification timeout. Please try again.',
  'checkout.status.timeout.safe': 'Your payment is safe and still being checked. Do not pay again.',

  'checkout.step.saved': 'Saved on this device',
  'checkout.step.inPage': 'In this page only',
  'checkout.step.sending': 'Sending',
  'checkout.step.sending.waiting': 'Waiting for a connection',
  'checkout.step.sending.progress': (p: { percent: number }) => `Screenshot ${p.percent}% sent`,
  'checkout.step.sending.now': 'On its way',
  'checkout.step.sending.next': (p: { time: string }) => `Next attempt at ${p.time}`,
  'checkout.step.submitted': 'Sent',
  'checkout.step.checking': 'Checking',
  'checkout.step.checked': 'Checked by our staff',
  'checkout.step.rejected': 'Rejected',
  'checkout.step.made': 'Your tickets',

  'checkout.fact.amount': 'Amount',
  'checkout.details': 'Details',
  'checkout.fact.reference': 'UTR',
  'checkout.fact.reference.other': 'Reference',
  'checkout.fact.order': 'Order',
  'checkout.fact.seats': 'Seats',
  'checkout.fact.status': 'Status',
  'checkout.mark.unsent': 'Not sent yet',
  'checkout.mark.pending': 'Pending',
  'checkout.mark.approved': 'Approved',
  'checkout.mark.rejected': 'Rejected',
  'checkout.mark.lost': 'Not with the shop',
  'checkout.mark.refused': 'Not accepted',

  'checkout.success': 'Tickets created successfully!',
  'checkout.success.arrive': 'Please arrive 60 minutes early with valid ID proof.',
  'checkout.success.view': 'View My Tickets',
  'checkout.success.show': 'Show ticket',
  'checkout.success.in': 'You’re in.',
  'checkout.ticketsFailed': 'Error creating tickets. Please contact support.',
  'checkout.ticketsFailed.code': (p: { code: string }) =>
    `Give them the order code ${p.code}. Your payment is approved and nothing is lost: do not pay again.`,
  'checkout.rejected': 'Payment was rejected. Please try again with correct details.',
  'checkout.rejected.note': 'Our staff:',
  'checkout.rejected.money':
    'If the money has left your account, do not pay again: press Try Again and correct the reference.',
  'checkout.status.write': (p: { email: string; code: string }) =>
    `For help write to ${p.email} with order code ${p.code}.`,
  'checkout.rejected.seatsKept': (p: { time: string }) => `We keep your seats until ${p.time}.`,
  'checkout.rejected.seatsFree': 'Your seats were released. Try Again shows whether they are still free.',
  'checkout.rejected.tryAgain': 'Try Again',
  'checkout.rejected.failed': 'The order could not be opened again on this device.',
})
