import { addMessages } from '../../known.ts'
import { ifExtendable, terms } from '../../../terms.ts'
import { addedParts, gstWithin, ticketAndParts } from '../price-words.ts'

/** A line end separates two paragraphs. Rates, limits and days are those that the shop keeps. */
export const info = addMessages({
  'info.about': 'About',
  'info.about.lead':
    'We sell tickets for concerts across India: seat by seat, at the price you see, on a ticket that is yours.',
  'info.about.seats': 'You choose the seat',
  'info.about.seats.text': () =>
    `Every category shows which seats are free right now. Pick up to ${terms().seatsPerLine} seats of a category in one booking. At checkout we hold them for you for ${terms().holdMinutes} minutes${ifExtendable(`; you can add ${terms().extensionMinutes} more, once`)}.`,
  'info.about.price': 'The total is the total',
  'info.about.price.text': () =>
    `Next to each price you see what you will pay: ${ticketAndParts('the ticket')}. The cart, checkout and your UPI app show the same amount. Nothing is added later.`,
  'info.about.upi': 'Paid by UPI, checked with the bank',
  'info.about.upi.text':
    'You pay by UPI from your own app, and get your tickets once the money is seen in our bank account. Where the bank does not report it, you give us the reference and a screenshot, and our staff look for it.',
  'info.about.offline': 'A ticket that opens without a network',
  'info.about.offline.text':
    'Tickets are kept on your device and open with no connection. Install the shop on your phone and they are one press away.',
  'info.about.who': 'Who runs the shop',

  'info.contact': 'Contact',
  'info.contact.lead': 'Write to us about a booking, a payment or anything else.',
  'info.contact.ways': 'Other ways',
  'info.contact.email': 'Email',
  'info.contact.phone': 'Phone',
  'info.contact.whatsapp': 'WhatsApp',
  'info.contact.whatsapp.open': 'Write on WhatsApp',
  'info.contact.address': 'Address',
  'info.contact.gstin': 'GSTIN',
  'info.contact.payee': 'Payee',
  'info.contact.grievance': 'Grievance officer',
  'info.contact.none': 'The shop has not published other contacts yet.',
  'info.contact.form': 'Send a message',
  'info.contact.name': 'Name',
  'info.contact.mail': 'Email',
  'info.contact.topic': 'Topic',
  'info.contact.order': 'Order code (optional)',
  'info.contact.order.hint': 'MF and 8 characters, from the payment page or your Orders.',
  'info.contact.message': 'Message',
  'info.contact.message.hint': (p: { left: string }) => `${p.left} characters left`,
  'info.contact.send': 'Send message',
  'info.contact.sending': 'Sending...',
  'info.contact.sent': 'Your message has reached us.',
  'info.contact.sent.text': (p: { email: string }) => `We’ll reply to ${p.email}.`,
  'info.contact.another': 'Write another',
  'info.contact.need.name': 'Enter your name.',
  'info.contact.need.email': 'Enter an email address we can reply to.',
  'info.contact.need.message': 'Write your message.',
  'info.contact.need.order':
    'An order code is MF and 8 letters or digits, such as MF7K2QX4MD. Leave it empty if you have none.',
  'info.contact.kept': 'Your message is saved on this device.',
  'info.contact.kept.text': 'It is sent as soon as you are online.',
  'info.contact.waiting': (p: { n: number }) =>
    p.n === 1 ? 'One message waits for a connection.' : `${p.n} messages wait for a connection.`,
  'info.contact.discard': 'Do not send',
  'info.contact.tooMany':
    'You have sent several messages within an hour. Please wait a little, or use one of the other ways.',
  'info.contact.failed':
    'The message could not be sent. It is still here; try again when there is a connection, or use one of the other ways.',
  'info.topic.general': 'General question',
  'info.topic.booking': 'Booking and seats',
  'info.topic.payment': 'Payment',
  'info.topic.ticket': 'My ticket',
  'info.topic.refund': 'Refund',
  'info.topic.account': 'Account',
  'info.topic.privacy': 'Personal data',

  'info.faq': 'FAQ',
  'info.faq.lead': 'Short answers to what people ask most.',
  'info.faq.tabs': 'Questions about',
  'info.faq.booking': 'Booking & Tickets',
  'info.faq.account': 'Account & Security',
  'info.faq.day': 'Event Day',
  'info.faq.more': 'Not answered?',

  'info.q.how': 'How do I book?',
  'info.q.how.text':
    'Open a concert, press Choose Seats, pick your seats and add them to the cart. Sign in at checkout, pay by UPI, give the reference and a screenshot. After our staff have checked the payment your tickets appear in My Tickets.',
  'info.q.many': 'How many seats can I book?',
  'info.q.many.text': () =>
    `Up to ${terms().seatsPerLine} seats of a ticket category in one booking. Seats cannot be changed after booking.`,
  'info.q.held': 'How long are my seats held?',
  'info.q.held.text': () =>
    `For ${terms().holdMinutes} minutes from when checkout opens.${ifExtendable(` You can add ${terms().extensionMinutes} more, once.`)} Seats in the cart are not held yet. If you have already paid, submit even after the time is up: we record the payment and our staff look at it.`,
  'info.q.cost': 'What will I pay?',
  'info.q.cost.text': () =>
    `${ticketAndParts('The ticket price')}. The all-in price is shown next to every price before you choose a seat.`,
  'info.q.upi': 'How do I pay?',
  'info.q.upi.text':
    'By UPI: open your UPI app from the page, scan the QR code from another screen, or copy our UPI id, the exact amount and the note. Then enter the UPI reference (UTR) and a screenshot of the payment, unless the page already says “Payment received”.',
  'info.q.utr': 'Where do I find the UTR?',
  'info.q.utr.text':
    'In your UPI app, open the payment and copy the number named UTR, RRN or UPI reference. It has 12 digits. Ids that begin with letters, such as T… or CICAg…, are the app’s own and cannot be found at the bank.',
  'info.q.shot': 'What about the screenshot?',
  'info.q.shot.text': (p: { days: string }) =>
    `An image (PNG, JPEG or WebP) under 5 MB. Only you and the staff who check payments can see it, and it is deleted after ${p.days === '1' ? '1 day' : `${p.days} days`}.`,
  'info.q.wait': 'My payment says pending. What now?',
  'info.q.wait.text':
    'Our staff are checking that the money is in our bank account. You can close the page; My Tickets shows the result. Do not pay again.',
  'info.q.orders': 'Where are my orders?',
  'info.q.orders.text':
    'In the menu under your account, press Orders. It lists every order you have started or paid, with its code, price, UPI reference and result, even without a network.',
  'info.q.rejected': 'My payment was rejected. What now?',
  'info.q.rejected.text': () =>
    `Open it in My Tickets and read the reason. Press Try Again to correct the reference or the screenshot, or Return to Cart to put the seats back into the cart. They stay yours for ${terms().retryMinutes} minutes after the rejection.`,
  'info.q.twice': 'I paid twice.',
  'info.q.twice.text': 'Write to us with both references. Duplicate charges are returned within 3–5 business days.',
  'info.q.refund': 'Can I get a refund?',
  'info.q.refund.text':
    'If the organiser cancels the concert: request it in My Tickets, and the money comes back within 7–10 business days. If it is moved to another date, you can request a refund within 7 days of the change. Where a concert takes tickets back, you get your money once yours is sold again.',

  'info.q.need': 'Do I need an account?',
  'info.q.need.text': 'To look around and fill a cart, no. To book, yes: your tickets belong to your account.',
  'info.q.devices': 'Can I use my tickets on another phone?',
  'info.q.devices.text': 'Yes. Sign in there once with a connection; the tickets are then on that device too.',
  'info.q.signout': 'What happens when I sign out?',
  'info.q.signout.text':
    'Your tickets, cart and drafts are erased from that device. Your tickets and the orders you sent stay in your account. If a payment has not been sent yet, we ask you first.',
  'info.q.safe': 'Do you see my bank details?',
  'info.q.safe.text':
    'No. You pay in your own UPI app. We never ask for your UPI PIN, a card number or a password by phone, mail or chat.',
  'info.q.password': 'I forgot my password.',
  'info.q.password.text':
    'On the sign-in page, press “Forgot password?”. If the shop cannot send mail, the page shows how to reach us.',

  'info.q.early': 'When should I arrive?',
  'info.q.early.text': '60 minutes before the start, with valid ID proof.',
  'info.q.bring': 'What do I need at the gate?',
  'info.q.bring.text':
    'Your ticket on the phone and valid ID proof. The ticket opens without a network; a print works too.',
  'info.q.code': 'My screen is broken. Can I still get in?',
  'info.q.code.text':
    'Yes, with the code printed under the QR, such as 7K2Q-X4MD-5. The gate can also find you by name.',
  'info.q.group': 'We are not all arriving together.',
  'info.q.group.text':
    'Each seat of a ticket has its own code, and opens the gate for one person, together or one after another. You can pass codes on from the ticket.',
  'info.q.moved': 'The date has changed.',
  'info.q.moved.text':
    'Your ticket stays valid for the new date. If you cannot come, you can request a refund within 7 days of the change.',
  'info.q.cancelled': 'The concert is cancelled.',
  'info.q.cancelled.text':
    'Open the ticket in My Tickets, press Request refund and enter your UPI id. The money reaches you within 7–10 business days of your request.',

  'info.support': 'Support',
  'info.support.lead': 'Choose a subject, and we take you to the right place.',
  'info.support.write': 'Write to us',

  'info.help': 'Help Center',
  'info.help.lead': 'From choosing a seat to the gate.',
  'info.help.steps': 'Step by step',
  'info.help.step1': 'Choose',
  'info.help.step1.text': 'Find a concert by artist, city, venue or date, and pick your seats on the map.',
  'info.help.step2': 'Pay',
  'info.help.step2.text': () =>
    `At checkout your seats are held for ${terms().holdMinutes} minutes. Pay the exact amount by UPI.`,
  'info.help.step3': 'Submit',
  'info.help.step3.text':
    'Where the page asks for them, enter the 12-digit UPI reference and add a screenshot (an image under 5 MB).',
  'info.help.step4': 'Wait',
  'info.help.step4.text': 'We compare the payment with the bank. My Tickets shows the result.',
  'info.help.step5': 'Go',
  'info.help.step5.text': 'Arrive 60 minutes early with valid ID proof and the ticket on your phone.',
  'info.help.more': 'More help',
  'info.help.faq': 'Questions and answers',
  'info.help.orders': 'Your orders',
  'info.help.support': 'Contact support',
  'info.help.refund': 'Refunds',
  'info.help.access': 'Accessibility',

  'info.terms': 'Terms',
  'info.terms.title': 'Terms of use',
  'info.terms.updated': (p: { day: string }) => `Last updated ${p.day}`,
  'info.terms.booking': 'Booking',
  'info.terms.booking.text': () =>
    `A booking is an order for named seats of a concert. At most ${terms().seatsPerLine} seats of a ticket category can be booked in one order.\nSeats are held for ${terms().holdMinutes} minutes once checkout opens${ifExtendable(`, and for ${terms().extensionMinutes} more once on request`)}. They are yours for good when our staff have approved the payment.\nSeats cannot be changed after booking.`,
  'info.terms.price': 'Prices',
  'info.terms.price.text': () =>
    `Prices are in Indian rupees.${gstWithin() && ` The price of a ticket includes ${gstWithin()}.`} ${addedParts() === '' ? 'Nothing is added to the price of the tickets' : `To the price of the tickets we add ${addedParts()}`}. The total at checkout is what you pay.`,
  'info.terms.payment': 'Payment',
  'info.terms.payment.text':
    'You pay by UPI transfer and submit the reference and a screenshot. We compare them with the credit at our bank. A payment that we do not find is rejected, and we tell you why.\nMoney that you have sent is never lost: if something is wrong with an order, our staff see it and offer other seats or a refund.',
  'info.terms.tickets': 'Tickets',
  'info.terms.tickets.text':
    'A ticket carries a signed code and admits its holder once for each of its seats. A ticket that was revoked, or whose seats have been used, does not admit anyone.\nValid ID proof is required for entry. Please arrive 60 minutes early.',
  'info.terms.changes': 'Cancelled and moved concerts',
  'info.terms.changes.text':
    'If the organiser cancels a concert, request the refund in My Tickets; the money comes back within 7–10 business days of your request. If it is moved, tickets stay valid for the new date; you can request a refund within 7 days of the change. If a ticket that you gave back is sold to another person, you get your money for it back. Otherwise there are no refunds.',
  'info.terms.accounts': 'Accounts',
  'info.terms.accounts.text':
    'Keep your password to yourself. In Settings you can download your data and delete your account at any time.',
  'info.terms.complaints': 'Complaints',

  'info.privacy': 'Privacy',
  'info.privacy.lead': 'What we keep about you, why, and for how long.',
  'info.privacy.what': 'What we keep',
  'info.privacy.what.text':
    'Your name and email address; if you give them, phone, place and a UPI id for refunds, or the last four digits of the account that a refund went to. Your orders, payments, tickets and scans at the gate. Messages you send us.',
  'info.privacy.shots': 'Screenshots',
  'info.privacy.shots.text': (p: { days: string }) =>
    `Screenshots of payments are private: only you and the staff who check payments can open them. Details that a camera adds to a picture, such as where it was taken, are removed before it is sent. They are deleted after ${p.days === '1' ? '1 day' : `${p.days} days`}.`,
  'info.privacy.bank': 'Your payment at our bank',
  'info.privacy.bank.text': (p: { days: string }) =>
    `Our bank’s mail or our payment service tells us from which UPI id money came, often with the payer’s name. We delete both ${p.days === '1' ? '1 day' : `${p.days} days`} after the money came; if we do not know what it was for, once that is settled, and after 400 days at the latest. The lines of our bank statement stay with our accounts.`,
  'info.privacy.device': 'On your device',
  'info.privacy.device.text':
    'The catalogue, your cart, drafts, the screenshots of payments that are not decided yet, and tickets are kept in this browser, so that they open without a network. Signing out erases what is yours. One cookie says that this browser had tickets, but not whose; another is a random number that lets you sign in even while someone else is guessing your password. There are no advertising cookies and no trackers.',
  'info.privacy.who': 'Who sees it',
  'info.privacy.who.text':
    'Our staff, only as far as their work needs it: your payments when they are checked; at the gate, your seats and a short form of your name. We do not sell data. You pay in your own UPI app, under your bank’s rules.',
  'info.privacy.rights': 'Your rights',
  'info.privacy.rights.text':
    'You can ask for a copy of your data, have it corrected, withdraw a consent, or have your account deleted. Deleting removes your profile and sign-in; payments, tickets and scans stay without your name and email, because we must keep our accounts. Invoices stay as they were issued: tax law asks for 72 months from the year’s return.',
  'info.privacy.complaints': 'Questions and complaints',

  'info.refund': 'Refunds',
  'info.refund.lead': 'When money comes back, and how soon.',
  'info.refund.cancelled': 'The organiser cancels',
  'info.refund.cancelled.text':
    'Open the ticket in My Tickets, press Request refund and give a UPI id. We refund you within 7–10 business days of your request. If your profile has a UPI id, we may send it there before you ask.',
  'info.refund.moved': 'The concert is moved',
  'info.refund.moved.text':
    'Your ticket stays valid for the new date. If you cannot come, ask for a refund within 7 days of the change.',
  'info.refund.twice': 'You were charged twice',
  'info.refund.twice.text': 'Write to us with both references. The duplicate is returned within 3–5 business days.',
  'info.refund.rejected': 'Your payment was rejected',
  'info.refund.rejected.text':
    'It was not found at our bank under that reference. If the money has left your account, send it again with the right UPI reference, or write to us.',
  'info.refund.otherwise': 'Otherwise',
  'info.refund.otherwise.text':
    'There are no refunds except when the organiser cancels or moves the concert, or a ticket that you gave back in My Tickets is sold to another person. Seats cannot be changed after booking.',
  'info.refund.how': 'Ask us',
})
