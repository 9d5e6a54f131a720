import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { watchShopSettings } from '#shop/settings/shop-settings.store.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { paths, withQuery } from '#ui/paths.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

const to = (path: string, text: string): ReactNode => (
  <Link className="link" to={path}>
    {text}
  </Link>
)

const topics: { title: string; text: ReactNode }[] = [
  {
    title: 'Putting a concert on sale',
    text: (
      <>
        Add the singer under {to(paths.adminSingers, 'Singers')}, the concert under {to(paths.adminEvents, 'Events')}{' '}
        and at least one ticket category under {to(paths.adminTickets, 'Tickets')}. It is in the shop at once. Many
        concerts at a time come from a file: {to(paths.adminBulkUpload, 'Bulk Upload')}. Times are India’s.
      </>
    ),
  },
  {
    title: 'Checking a payment',
    text: (
      <>
        Customers pay to the UPI id in {to(paths.adminSettings, 'Settings')} and send a reference of 12 digits with a
        screenshot. Under {to(paths.adminPayments, 'Payments')} compare reference and amount with the bank’s statement,
        then approve or reject. A screenshot alone proves nothing. Approving makes the tickets; rejecting can be undone
        for ten seconds and keeps the seats for the customer for 15 minutes. The note is what the customer reads. Your
        own payment has to be approved by another admin.
      </>
    ),
  },
  {
    title: 'Warnings beside a payment',
    text: 'The amount is not what was asked, the reference is claimed by someone else or has been approved before, it is the reference of money that you paid back, no screenshot has arrived, the seats went to someone else, the customer had ten payments undecided so that no seats are kept, or the concert is over or cancelled. Lost seats have to be assigned anew before the payment can be approved. The reference of your own refund approves nothing: reject that payment.',
  },
  {
    title: 'Approving from the bank’s statement',
    text: (
      <>
        Download the statement from your bank’s site as CSV, text or Excel (.xlsx) and choose it under{' '}
        {to(paths.adminBank, 'Payments, Bank statement')}. Credits are laid beside payments by reference and amount.
        What is exact is approved together after one question; everything else is named, to be looked at one by one.
        Periods may overlap: every credit counts once.
      </>
    ),
  },
  {
    title: 'Which statements can be read',
    text: 'Statements of any bank with one row for each transaction, under a row of headings. Lines of the bank above and below are left out. Say once for each bank which columns are the date, the amount or the two amounts, and the narration: this device remembers it. Whether the day or the month comes first in dates is read from the whole file, or asked where it does not say. Debits are left out.',
  },
  {
    title: 'Two people reviewing at once',
    text: 'Each sees which payments the other has open, in the list and in the payment itself. A decision of one appears at the other by itself, and the first decision counts.',
  },
  {
    title: 'Paying money back',
    text: (
      <>
        {to(paths.adminRefunds, 'Bookings, Refunds')} lists what is due, oldest first, with the customer’s UPI id. Send
        the money from your own bank’s app, then enter its reference: the customer sees that it was refunded. Who has
        given no UPI id is asked for one in My Tickets. To pay back anything else, press Start a refund: in a booking
        for its ticket, which then opens no gate; in a decided payment for what came in too much, or for all of it when
        it was rejected.
      </>
    ),
  },
  {
    title: 'Selling at the box office',
    text: 'Raise the number of tickets sold of a category: that many free seats are taken out of sale. Lower it to give them back. What customers bought cannot be lowered.',
  },
  {
    title: 'Who works at the gate',
    text: (
      <>
        Helpers register in the shop like customers. Find each under {to(paths.adminUsers, 'Users')}, make them gate
        staff, and choose the concerts they work at. They see those gates and nothing else of the console. Give each
        their own account: a lost phone then stops one person, not the whole gate.
      </>
    ),
  },
  {
    title: 'Preparing a phone as a scanner',
    text: (
      <>
        Sign in on the phone and open {to(paths.adminScan, 'the gate')}: choose the concert, name the gate, wait for the
        list, and do the test scan. Then it works without a network. A USB scanner, typing a code and searching by name
        or seat work as well. Prepare early on the day, by the venue’s own power.
      </>
    ),
  },
  {
    title: 'The 48 hours before a concert',
    text: 'Lists and keys for the gate are handed out from 48 hours before the start to 24 hours after it, and scans count within that time. What is scanned earlier or later is kept and shown under To look at, and lets no one in. So a phone that is lost a month before has nothing on it.',
  },
  {
    title: 'A phone of the gate is lost',
    text: (
      <>
        Under {to(paths.adminEvents, 'Events')}, At the gate: open the device in the list and press This phone is lost.
        Its account stops being staff, and the keys of its concerts are withdrawn. The dialog shows what it scanned.
      </>
    ),
  },
  {
    title: 'Cancelling or moving a concert',
    text: (
      <>
        Under {to(paths.adminEvents, 'Events')}, until 7 days after the start. Cancelling stops the sale and keeps the
        tickets visible as cancelled; moving keeps them valid. When it is cancelled, what you owe to whom is listed
        under Refunds at once, and of a payment that still waits when you approve it; when its time is moved, customers
        can ask for a refund within 7 days.
      </>
    ),
  },
  {
    title: 'What cannot be deleted',
    text: 'A singer, event or category on which seats, bookings or payments hang. Cancel the event instead: it leaves the sale and its tickets stay on record.',
  },
  {
    title: 'Who changed what',
    text: (
      <>
        The database writes down every change of staff, with each value before and after: beside each record, and for
        everything under {to(paths.adminHistory, 'Dashboard, History')}.
      </>
    ),
  },
  {
    title: 'Someone changed it meanwhile',
    text: 'Two admins edited the same thing. What you typed stays in the form, with what is stored now beside it: compare, then save again.',
  },
]

export function Guide() {
  return (
    <>
      <Contacts />
      <section aria-labelledby="guide-title" className="mt-8 max-w-[68ch]">
        <h2 id="guide-title" className="head-4">
          How things are done
        </h2>
        {topics.map(({ title, text }) => (
          <details key={title} className="group border-b border-rule">
            <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 py-2 font-strong">
              {title}
              <Icon name="chevron" className="group-open:rotate-180" />
            </summary>
            <p className="pb-4 text-muted">{text}</p>
          </details>
        ))}
      </section>
    </>
  )
}

function Contacts() {
  const { value: shop } = useWatched(watchShopSettings, [])
  const whatsapp = shop?.whatsapp.replace(/\D/g, '')
  const messages = to(withQuery(paths.adminHelp, { tab: 'messages' }), 'Messages')
  return (
    <section aria-labelledby="contacts-title" className="mt-6 max-w-[68ch]">
      <h2 id="contacts-title" className="head-4">
        Support
      </h2>
      {shop && !shop.email && !whatsapp ? (
        <p className="mt-2 text-muted">
          No support contacts are set. Write them into {to(paths.adminSettings, 'Settings')}: customers see them too.
        </p>
      ) : (
        <>
          <ul className="mt-2 grid gap-1">
            {shop?.email ? (
              <li>
                Support e-mail:{' '}
                <a className="link wrap-anywhere" href={`mailto:${shop.email}`}>
                  {shop.email}
                </a>
              </li>
            ) : null}
            {whatsapp ? (
              <li>
                <a className="link" href={`https://wa.me/${whatsapp}`} target="_blank" rel="noreferrer">
                  WhatsApp Support
                </a>{' '}
                <span className="text-muted">{shop?.whatsapp}</span>
              </li>
            ) : null}
          </ul>
          <p className="mt-2 text-2 text-muted">
            Customers reach you there, and by the contact form, which arrives under {messages}.
          </p>
        </>
      )}
    </section>
  )
}
