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
        and at least one ticket category under {to(paths.adminTickets, 'Tickets')}. It is in the shop at once, unless
        you tick “Keep as a draft for now”. To add many concerts at once, upload a file:{' '}
        {to(paths.adminBulkUpload, 'Bulk Upload')}. All times are IST.
      </>
    ),
  },
  {
    title: 'Drafts, opening the sale, pausing it',
    text: (
      <>
        Only staff see a draft. Copy preview link, under {to(paths.adminEvents, 'Events')}, shows it to whoever has the
        link, for 14 days or until you end it; nothing can be bought there. Publish lists what is missing and shows the
        concert to everyone. Sale from and Sale until of a ticket category say when it is sold: before, customers read
        the time and can add a reminder to their calendar, and the button appears at the moment. Pause stops new orders
        in one press; who is at checkout with held seats can still pay, and Resume sells again. An event goes back to
        draft as long as nothing is sold, held or was ordered within a day.
      </>
    ),
  },
  {
    title: 'Writing about a concert',
    text: (
      <>
        Press About beside the concert under {to(paths.adminEvents, 'Events')}. Text, line-up, doors, end, age,
        languages, house rules and a poster are all optional. An empty line parts paragraphs, “- ” begins a list, **two
        stars** make bold, and [words](https://…) a link. The poster is scaled in your browser, so its place and camera
        data stay with you; say what it shows, for people who cannot see it. Search engines and link previews read all
        of it. Moving the concert moves doors and end along.
      </>
    ),
  },
  {
    title: 'Seats: who sits there, and seats that are not for sale',
    text: (
      <>
        Seats beside a concert under {to(paths.adminEvents, 'Events')} shows its hall. Press a seat to see who has it,
        with payment and ticket, and to move a sold one. Choose free seats to keep them from the sale for a sponsor, an
        artist or a bad view, with a reason; customers see them as sold. Choose kept seats to give them back. A category
        with kept seats keeps its numbering and is not deleted.
      </>
    ),
  },
  {
    title: 'A button on your own site',
    text: 'Seats of a concert has a snippet, Button for your site: two lines for your own page, which show a button that opens the concert in this shop. They work on any page and store nothing there.',
  },
  {
    title: 'Checking a payment',
    text: (
      <>
        Customers pay to the UPI id in {to(paths.adminSettings, 'Settings')} and send a reference of 12 digits with a
        screenshot. Under {to(paths.adminPayments, 'Payments')} compare reference and amount with the bank’s statement,
        then approve or reject. A screenshot alone proves nothing. Approving makes the tickets; rejecting can be undone
        for ten seconds and keeps the seats for the customer for 15 minutes. The customer reads the note. Another admin
        has to approve your own payment.
      </>
    ),
  },
  {
    title: 'Warnings beside a payment',
    text: 'A warning says that the amount differs; that the reference was claimed by someone else, was approved before, or is that of your own refund; that no screenshot has arrived; that the seats went to someone else; that the customer had ten undecided payments, so no seats are kept; or that the concert is over or cancelled. Choose other seats for lost ones before you approve. The reference of your own refund is no payment to you: reject that payment.',
  },
  {
    title: 'Approving from the bank’s statement',
    text: (
      <>
        Download the statement from your bank’s site as CSV, text or Excel (.xlsx) and choose it under{' '}
        {to(paths.adminBank, 'Payments, Bank statement')}. Credits are matched to payments by reference and amount.
        Exact matches are approved together after one question; look at the others one by one. Periods may overlap:
        every credit counts once.
      </>
    ),
  },
  {
    title: 'What the bank says, in the list of payments',
    text: (
      <>
        Each payment that waits or was approved says what the imported statements have. Exact: one credit of the order’s
        amount. Amount differs: the credit is another sum. Two claims: another payment names the same credit. Not found:
        the statements reach beyond its day and have no such credit. No statement yet: none reaches its day, so import
        the next one under {to(paths.adminBank, 'Payments, Bank statement')}.
      </>
    ),
  },
  {
    title: 'Everything of one concert',
    text: (
      <>
        Under {to(paths.adminPayments, 'Payments')} and {to(paths.adminBookings, 'Bookings')} press Choose an event. The
        search, the state and Download CSV then keep to that concert, and a saved filter remembers it.
      </>
    ),
  },
  {
    title: 'Which statements can be read',
    text: 'Statements of any bank with one row for each transaction under a row of headings; other lines above and below are skipped. Choose the columns once for each bank: the date, the narration, and one amount or two. This device remembers them. The dates of the whole file show whether the day or the month comes first; if they do not, you choose. Debits are left out. Files may be CSV, text with tabs or semicolons, and Excel (.xlsx); print the older .xls and PDF as one of these.',
  },
  {
    title: 'Two people reviewing at once',
    text: 'Each sees which payments the other has open, in the list and in the payment. A decision appears on the other screen by itself, and the first one counts.',
  },
  {
    title: 'Paying money back',
    text: (
      <>
        {to(paths.adminRefunds, 'Bookings, Refunds')} lists the refunds due, oldest first, with the customer’s UPI id.
        Send the money from your bank’s app, then enter the reference of the transfer: the customer sees that it was
        refunded. My Tickets asks customers without a UPI id for one. For any other refund, press Start a refund: in a
        booking for its ticket, which then no longer opens the gate; in a decided payment for what was paid too much, or
        for all of it if the payment was rejected.
      </>
    ),
  },
  {
    title: 'Standing places',
    text: 'Choose “Standing (no seat numbers)” when you add a ticket category, with up to 1,00,000 places. Customers choose how many people come, the ticket says “Standing, 2 people”, and the gate counts who is in. Each place has a number that nobody needs; CSV files show it. A category with held or sold places keeps its kind, and a layout is for seats only.',
  },
  {
    title: 'Selling at the box office',
    text: 'Raise the number of tickets sold of a category: that many free seats are taken out of sale. Lower it to give them back, but not below what customers bought.',
  },
  {
    title: 'What each role may do',
    text: (
      <>
        Admins may do everything here. Gate staff scan at the concerts you choose for them. Box office staff sell
        tickets of theirs. The latter two see no payments, no bookings and no people. A role may have a last day: it
        ends at midnight IST after it, also on the phone. One admin always stays without a last day.
      </>
    ),
  },
  {
    title: 'Inviting staff by a link',
    text: (
      <>
        Under {to(paths.adminUsers, 'Users')} press Invite staff: choose the role, its concerts and perhaps its last
        day, and send the link, or let them scan it from your screen. It works once, for seven days. They see what it
        gives before they sign in or register, and get it when they press Accept. Links that are open, accepted or
        expired are under {to(paths.adminInvitations, 'Users, Invitations')}, where you can take one back. Send each
        link to one person: whoever accepts it first has the role.
      </>
    ),
  },
  {
    title: 'Who works at the gate',
    text: (
      <>
        Invite each helper by a link of their own. Or they register in the shop like customers: find them under{' '}
        {to(paths.adminUsers, 'Users')}, make them gate staff, and choose the concerts they work at. They see those
        gates and nothing else of the console. Give each their own account: a lost phone then stops one person, not the
        whole gate. A last day should leave time to send the last scans.
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
    text: 'Gate devices get lists and keys from 48 hours before the start to 24 hours after it, and scans count within that time. Earlier or later scans are kept and shown under To look at, and let no one in. So a phone lost a month before has nothing on it.',
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
        tickets visible as cancelled; moving keeps them valid. After you cancel, Refunds lists what you owe at once, and
        for a payment still under review once you approve it. After you move the time, customers can ask for a refund
        within 7 days.
      </>
    ),
  },
  {
    title: 'Writing to buyers',
    text: (
      <>
        Under {to(paths.adminAnnouncements, 'Announcements')}, or with Write to buyers beside an event, tell all who
        hold tickets of a concert, of one category, or whose payment waits. Each person reads it once: under Updates in
        the shop, on the ticket, and by mail unless they switched mails off. You see how many it reaches before you
        send, how far it is, and can stop what has not left. One a minute for an event, twenty a day. When a concert is
        cancelled, moved or renamed, seats change, a ticket is revoked, or money is owed or sent back, the shop tells
        those concerned by itself; the same page lists it. The mail of an approval carries the tickets as a PDF.
      </>
    ),
  },
  {
    title: 'Tax and fee',
    text: (
      <>
        Under {to(paths.adminTax, 'Settings, Tax and fee')}: from a day on, GST by the price of a ticket, the fee and
        its tax, and the taxes of states. There is no GST until {to(paths.adminSettings, 'Settings')} has a GSTIN. Local
        tax needs the state of the event. Have the terms confirmed by your accountant. Seats that are held keep their
        price.
      </>
    ),
  },
  {
    title: 'What cannot be deleted',
    text: 'A singer, event or category with seats, bookings or payments. Cancel the event instead: sales stop and its tickets stay on record.',
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
            Customers reach you there and through the contact form, which arrives under {messages}.
          </p>
        </>
      )}
    </section>
  )
}
