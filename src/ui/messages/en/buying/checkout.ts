import { addMessages } from '../../known.ts'
import './payment-status.ts'
import { terms } from '../../../terms.ts'

const minutes = (n: number): string => (n === 1 ? '1 minute' : `${n} minutes`)

export const checkout = addMessages({
  'checkout.page': 'Checkout',
  'checkout.title': 'Pay by UPI',
  'checkout.openFailed': 'Your order could not be opened on this device.',

  'checkout.hold.until': (p: { time: string }) => `Seats held until ${p.time}`,
  'checkout.hold.left': (p: { left: string }) => `${p.left} left`,
  'checkout.hold.extend': () => `Hold ${minutes(terms().extensionMinutes)} longer`,
  'checkout.hold.extending': 'Holding...',
  'checkout.hold.extended': (p: { time: string }) => `Your seats are held until ${p.time}.`,
  'checkout.hold.extendFailed': 'The hold could not be extended. You can still pay and submit.',
  'checkout.hold.holding': 'Holding your seats…',
  'checkout.hold.announce': (p: { minutes: number }) => `Your seats are held for ${minutes(p.minutes)} more.`,
  'checkout.hold.over': 'The hold on your seats has ended.',
  'checkout.hold.over.text': 'If you have paid, submit your reference. Your money is not lost.',
  'checkout.hold.again': 'Hold the seats again',
  'checkout.hold.again.unpaid': 'Nothing paid yet: hold the seats again',
  'checkout.hold.offline': 'Your seats are not held yet: there is no connection.',
  'checkout.hold.offline.text': 'We keep trying. You can submit a payment now; it is sent when you are back online.',

  'checkout.taken.title': (p: { n: number }) =>
    p.n === 1 ? 'One seat is no longer free' : `${p.n} seats are no longer free`,
  'checkout.taken.text': 'Someone else booked first. Your other seats are still selected.',
  'checkout.taken.text.all': 'Someone else booked first. Choose other seats for this concert.',
  'checkout.taken.text.own':
    'You are holding them in another order, in another browser or on another device. Pay there, or choose other seats. They are released when that hold ends.',
  'checkout.companion.title': (p: { n: number }) =>
    p.n === 1 ? 'One seat is kept for a companion' : `${p.n} seats are kept for companions`,
  'checkout.companion.text': 'Such a seat goes with the wheelchair space beside it. Choose both, or take another seat.',
  'checkout.taken.seats': (p: { category: string; list: string; n: number; named: boolean }) =>
    `${p.category}: ${p.named ? '' : p.n === 1 ? 'seat ' : 'seats '}${p.list}`,
  'checkout.taken.instead': (p: { lost: string; seat: string }) => `Take ${p.seat} instead of ${p.lost}`,
  'checkout.taken.continue': (p: { n: number }) =>
    `Continue with ${p.n === 1 ? 'the other seat' : `the other ${p.n} seats`}`,
  'checkout.taken.standing.title': (p: { left: number }) =>
    p.left === 0 ? 'No places are left' : p.left === 1 ? 'Only 1 place is left' : `Only ${p.left} places are left`,
  'checkout.taken.standing.text': 'Someone else booked first.',
  'checkout.taken.standing.line': (p: { category: string; wanted: number; left: number }) =>
    p.left === 0
      ? `${p.category}: no places are left, you wanted ${p.wanted}`
      : `${p.category}: ${p.left === 1 ? '1 place is' : `${p.left} places are`} left, you wanted ${p.wanted}`,
  'checkout.taken.standing.continue': (p: { n: number }) => (p.n === 1 ? 'Take 1 place' : `Take ${p.n} places`),
  'checkout.taken.choose': 'Choose another seat',
  'checkout.signIn.title': 'Sign in again to hold your seats',
  'checkout.signIn.text': 'Your session has ended. Your cart and what you entered are on this device.',
  'checkout.tooLong.title': 'These seats cannot be held any longer',
  'checkout.tooLong.text': () =>
    `You can hold seats for ${terms().heldMinutesAnHour} minutes in an hour, and you have used those minutes. Anyone can book these seats now. Try again later, or choose other seats.`,
  'checkout.tooMany.title': 'You have too many seats at once',
  'checkout.tooMany.text': () =>
    `You can have ${terms().seatsPerCustomer} seats held or waiting for a payment check. Remove some from the cart, or wait until a payment has been checked.`,
  'checkout.notOnSale.title': 'This event is no longer on sale.',
  'checkout.notOnSale.text': 'Remove its tickets from the cart to continue with the rest.',
  'checkout.notNow.title': 'Some of these tickets are not sold at the moment.',
  'checkout.notOnSale.paid': (p: { code: string }) =>
    `Do not pay for it. If you have already paid, send your reference anyway (order ${p.code}). Our staff will see it and refund you.`,
  'checkout.notOnSale.continue.unpaid': (p: { n: number }) =>
    `Nothing paid yet: continue with ${p.n === 1 ? 'the other seat' : `the other ${p.n} seats`}`,
  'checkout.refused.title': 'Your seats could not be held',
  'checkout.refused.text': (p: { code: string }) =>
    `Go back to the cart and choose again. If it happens again, tell us the order code ${p.code}.`,
  'checkout.retry': 'Try Again',
  'checkout.toCart': 'Return to Cart',
  'checkout.toTickets': 'Go to My Tickets',
  'checkout.paidAlready': 'I have already paid',

  'checkout.free.title': 'Get your tickets',
  'checkout.free.nothing': 'Nothing to pay',
  'checkout.free.lines': 'What you get',
  'checkout.free.text': 'These tickets are free. You get them at once.',
  'checkout.free.take': 'Get tickets',
  'checkout.free.taking': 'Getting your tickets…',
  'checkout.free.failed': 'You do not have the tickets yet. Please try again.',
  'checkout.free.offline': 'Tickets need a connection. Your order stays on this device.',
  'checkout.free.limit': () =>
    `You can have ${terms().seatsPerLine} free tickets of a category, those in unfinished orders included. Choose fewer, or use the ones you have.`,

  'checkout.begun.list': 'Unfinished orders',
  'checkout.begun.mark': 'Not finished',
  'checkout.begun.order': (p: { code: string; amount: string }) => `Order ${p.code}, ${p.amount}.`,
  'checkout.begun.text':
    'If you have paid, finish it with your reference and screenshot. If you have not paid, discard it.',
  'checkout.begun.title': 'You started to pay for these seats',
  'checkout.begun.explain':
    'Some seats in your cart belong to an order that you started to pay for. Finish that order, or discard it to continue with your cart. Do not pay for the same seats twice.',
  'checkout.begun.finish': (p: { code: string }) => `Finish order ${p.code}`,
  'checkout.begun.giveUp': 'Discard',
  'checkout.begun.giveUp.order': (p: { code: string }) => `Discard order ${p.code}`,
  'checkout.begun.giveUp.question': (p: { code: string }) => `Discard order ${p.code}?`,
  'checkout.begun.giveUp.text':
    'Only if you have not paid for it. What you entered is erased from this device, and its seats are released.',
  'checkout.begun.done': (p: { code: string }) => `Order ${p.code} is discarded.`,
  'checkout.begun.failed': 'The order could not be discarded on this device. Please try again.',

  'checkout.amount.title': 'Send this exact amount',
  'checkout.amount.to': (p: { payee: string; code: string }) => `to ${p.payee} · order code ${p.code}`,
  'checkout.amount.changed': (p: { now: string; before: string }) =>
    `The price has changed: ${p.now} instead of ${p.before}.`,
  'checkout.otherWays': 'Other ways',
  'checkout.app.title': 'Open your UPI app',
  'checkout.app.text': 'On this phone, with the amount filled in.',
  'checkout.app.personal': 'If your app refuses this link, copy instead.',
  'checkout.app.pay': 'Pay in UPI app',
  'checkout.app.payWith': (p: { app: string }) => `Pay with ${p.app}`,
  'checkout.app.nothing': 'No UPI app opened. Scan the QR, or copy the UPI id, the amount and the note.',
  'checkout.wait.text': 'Pay, then come back: it shows up here, usually within a minute.',
  'checkout.wait.looking': 'Looking for your payment…',
  'checkout.wait.usually': 'Usually within a minute. You need not type anything.',
  'checkout.wait.notThere': 'It does not appear?',
  'checkout.wait.late': 'Nothing has arrived yet. We keep looking.',
  'checkout.wait.part': (p: { arrived: string; missing: string }) =>
    `${p.arrived} has arrived, ${p.missing} is missing. Copy the UPI id and the note, and send exactly the missing amount.`,
  'checkout.wait.demo': 'Pay at the demo bank',
  'checkout.wait.second.late':
    'If you have paid, enter the reference and add a screenshot: our staff will look for your payment.',
  'checkout.scan.title': 'Scan the QR',
  'checkout.scan.text': 'With any UPI app, from another screen.',
  'checkout.scan.save': 'Save QR',
  'checkout.scan.saved': 'QR saved. In your UPI app, tap Scan, then choose the QR from your photos.',
  'checkout.scan.saveFailed': 'The QR could not be saved. Copy the UPI id, the amount and the note.',
  'checkout.limit':
    'Most UPI apps send at most ₹1,00,000 a day. If yours refuses this amount, do not pay it in parts: go back, make two orders, and pay them from two accounts.',
  'checkout.scan.alt': (p: { amount: string; payee: string; vpa: string }) =>
    `QR code that pays ${p.amount} to ${p.payee}, UPI id ${p.vpa}`,
  'checkout.copy.title': 'Copy and pay',
  'checkout.copy.personal':
    'Many UPI apps refuse links to this UPI id. Copy it into your app, with the exact amount and the note.',
  'checkout.copy.id': 'Copy the UPI id',
  'checkout.copy.amount': 'Copy the amount',
  'checkout.copy.note': 'Copy the note',
  'checkout.copy.note.text': 'Add this note: it names your order.',
  'checkout.copy.idDone': 'UPI ID copied!',
  'checkout.copy.amountDone': 'Amount copied!',
  'checkout.copy.noteDone': 'Note copied!',
  'checkout.copy.failed': 'Copying is blocked here. Press and hold the text to copy it.',
  'checkout.payee.none':
    'The shop takes no payments at the moment. If you have already paid, send your reference below.',
  'checkout.payee.missing': 'The UPI id is not on this device yet. Connect to the internet to see it.',

  'checkout.paid.correct': 'I have paid: correct the reference',
  'checkout.paid.enter': 'I have paid: enter the reference',
  'checkout.unpaid': 'I have not paid: pay now',
  'checkout.reopened': 'If money for this order has left your account, send its details here.',
  'checkout.reference.title': 'Enter the UPI reference number',
  'checkout.reference.label': 'UTR, 12 digits',
  'checkout.reference.hint': 'Your UPI app names it UTR, RRN or UPI transaction ID.',
  'checkout.reference.none': 'Enter the UPI reference number of your payment.',
  'checkout.reference.digits': (p: { n: number }) => `A UPI reference has 12 digits. You entered ${p.n}.`,
  'checkout.reference.letters': 'A UPI reference has 12 digits and nothing else. Look for UTR or RRN in your UPI app.',
  'checkout.reference.phonepe': 'This is PhonePe’s own id. In PhonePe, open the payment and copy the number named UTR.',
  'checkout.reference.googlePay':
    'This is Google Pay’s own id. In Google Pay, open the payment and copy the number named UPI transaction ID.',
  'checkout.reference.tooLong': 'A reference has at most 64 characters. Copy only the UTR.',
  'checkout.reference.unprintable': 'Only plain letters, digits and signs can be sent. Copy only the UTR.',
  'checkout.reference.use': (p: { value: string }) => `Use ${p.value}`,
  'checkout.reference.sendAnyway': 'Send it anyway',
  'checkout.reference.correct': 'Correct it',
  'checkout.reference.sendAnyway.question': (p: { value: string }) => `Send ${p.value} as your reference?`,
  'checkout.reference.sendAnyway.text':
    'Our staff cannot match this number with the bank and will have to look for your payment by hand.',
  'checkout.reference.asTyped': 'It will be sent as typed. Our staff will look for your payment by hand.',
  'checkout.reference.used': (p: { code: string }) => `You already sent this reference with order ${p.code}.`,

  'checkout.screenshot.title': 'Add a screenshot of the payment',
  'checkout.screenshot.choose': 'Choose a screenshot',
  'checkout.screenshot.none': 'Add a screenshot of the payment.',
  'checkout.screenshot.reading': 'Reading the picture…',
  'checkout.screenshot.kept': (p: { size: string }) =>
    `${p.size} · kept on this device until the payment is approved or rejected`,
  'checkout.screenshot.inPage': (p: { size: string }) => `${p.size} · in this page only`,
  'checkout.screenshot.alt': 'Your screenshot',
  'checkout.screenshot.replace': 'Replace',
  'checkout.screenshot.hint': (p: { days: number }) =>
    `An image under 5MB. Only our payment staff can see it, and it is deleted after ${p.days === 1 ? '1 day' : `${p.days} days`}.`,
  'checkout.screenshot.hint.plain': 'An image under 5MB. Only our payment staff can see it.',
  'checkout.screenshot.notImage': 'Please upload an image file',
  'checkout.screenshot.tooLarge': 'File size must be less than 5MB',
  'checkout.screenshot.notStored': 'The picture could not be kept on this device. Choose it again.',
  'checkout.screenshot.keepOpen': 'This device does not keep the picture. Keep this page open until it has been sent.',
  'checkout.screenshot.unreadable': 'This device can no longer read the picture. Choose it again.',

  'checkout.both': 'Please provide both transaction ID and screenshot',
  'checkout.submit': 'Send the details',
  'checkout.submitting': 'Submitting...',
  'checkout.submitFailed': 'Error submitting payment. Please try again.',
  'checkout.full': 'This device is full.',
  'checkout.full.free': 'Free some space, so that your ticket can be kept here.',
  'checkout.full.tickets': 'Your tickets are ready and safe in your account. Free some space to see them here.',
  'checkout.storeFailed':
    'This browser’s storage is not responding. What you entered is still here. Send it again in a moment. Do not pay again.',
  'checkout.notKept': 'This device does not keep what you type. Keep this page open until it has been sent.',
  'checkout.lines': 'What you are paying for',
  'checkout.line.seats': (p: { category: string; list: string }) => `${p.category} · ${p.list}`,
})
