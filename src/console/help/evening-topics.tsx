import { paths } from '#ui/paths.ts'
import { to, type Topic } from './topic.tsx'

export const eveningTopics: Topic[] = [
  {
    title: 'Before the first sale',
    text: (
      <>
        {to(paths.adminChecklist, 'Settings, Before the first sale')} says what is done and what is left: whom customers
        pay, contacts, tax, a statement that could be read, a concert, staff for the gate, and a first payment. Home
        lists what is left until the shop has sold.
      </>
    ),
  },
  {
    title: 'Merchant or personal UPI id, and the limit of a day',
    text: (
      <>
        Take a merchant’s UPI id, from your bank or a payment app, on an account for the concerts alone. UPI apps refuse
        links to a personal one, and a saved QR pays it at most ₹2,000; say in {to(paths.adminSettings, 'Settings')}{' '}
        that it is personal, and phones offer copying first. Who receives more than ₹1,00,000 a month, three months
        running, has to become a merchant. One disputed credit can freeze an account with all that is in it. If your
        bank has a limit for a day, write it into Settings: Home and the payments warn from 80% of it. Most UPI apps
        send at most ₹1,00,000 a day, so customers with a larger order are told to make two.
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
        for ten seconds and keeps the seats for the customer for 15 minutes. The customer reads the note. Another admin
        has to approve your own payment.
      </>
    ),
  },
  {
    title: 'Sold out: waiting lists, and tickets that are given back',
    text: (
      <>
        Customers join the list of a category that is sold out, for so many seats, side by side or also apart. Seats
        that are free again, or given back, are offered to the first person whose wish fits, who pays as ever within the
        minutes that you set. A ticket that was given back stays its holder’s until another person has paid: the gate
        then asks for an ID, and your approval makes the price owed under Refunds. A concert’s lists, and the rules, are
        under Settings on its page.
      </>
    ),
  },
  {
    title: 'Trying a purchase',
    text: (
      <>
        Signed in as an admin, choose seats in the shop and tick Test purchase at the checkout. Do not pay: any 12
        digits and any picture will do. You may approve it yourself under {to(paths.adminPayments, 'Payments')}, where
        Test orders only lists it. Its ticket shows TEST at the gate and admits no one, and no figure or CSV file has
        it. Its seats are free again an hour after the decision, or when you press End test. A concert with a test can
        no longer be deleted.
      </>
    ),
  },
  {
    title: 'Warnings beside a payment',
    text: 'A warning says that the amount differs; that the reference was named by someone else, was approved before, or is that of your own refund; that no screenshot has arrived; that the seats went to someone else; that the customer had ten undecided payments, so it got no seats; or that the concert is over or cancelled. Choose other seats for lost ones before you approve. The reference of your own refund is no payment to you: reject that payment.',
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
    title: 'Credits without an order',
    text: (
      <>
        {to(paths.adminCredits, 'Payments, Bank statement, Credits')} lists all money that came in. Give a credit to the
        order that it pays: an order that its customer never submitted becomes a payment then, and is none again when
        you take the credit back before you decide. Set aside what is no sale. Send other money back in your bank’s app
        and record its UTR with Record as sent back, which cannot be undone: a QR code there fills in address and
        amount.
      </>
    ),
  },
  {
    title: 'Payments that are approved by their proof',
    text: (
      <>
        {to(paths.adminProofs, 'Automatic approval')} says whether a credit may approve a payment without a person:
        never, while an admin is on shift, or always, and up to which amount. It lists what was approved on a day. Which
        bank you have, and the mailbox to which it writes, is under{' '}
        {to(paths.adminBankSetup, 'Settings, How money is seen')}. Import the statement every few days: a credit that it
        does not have is an alarm there and at Home.
      </>
    ),
  },
  {
    title: 'What the bank says, in the list of payments',
    text: (
      <>
        Each payment that waits or was approved says what the imported statements have. Exact: one credit of the order’s
        amount. Amount differs: the credit is another sum. Several payments: another one names the same credit. Not
        found: the statements reach beyond its day and have no such credit. No statement yet: none reaches its day, so
        import the next one under {to(paths.adminBank, 'Payments, Bank statement')}.
      </>
    ),
  },
  {
    title: 'Everything of one concert',
    text: (
      <>
        Under {to(paths.adminPayments, 'Payments')} and {to(paths.adminBookings, 'Bookings')} press Choose an event, and
        type a singer, a city, a venue or a date. The search, the state and Download CSV then keep to that concert, and
        a saved filter remembers it.
      </>
    ),
  },
  {
    title: 'Which statements can be read',
    text: 'Statements of any bank with one row for each transaction under a row of headings; other lines above and below are skipped. Choose the columns once for each bank: the date, the narration, and one amount or two. This device remembers them. The dates of the whole file show whether the day or the month comes first; if they do not, you choose. Debits are left out. Files may be CSV, text with tabs or semicolons, and Excel (.xlsx); print the older .xls and PDF as one of these.',
  },
  {
    title: 'When two people look at the same payment',
    text: 'Each sees which payments the other has open, in the list and in the payment. A decision appears on the other screen by itself, and the first one counts.',
  },
  {
    title: 'Paying money back',
    text: (
      <>
        {to(paths.adminRefunds, 'Bookings, Refunds')} lists the refunds owed, oldest first. Pay by UPI, to an account,
        in cash, or settle it otherwise, and mark it: the customer reads how. If they gave no UPI id, the dialog offers
        the address that the money came from, or you type the one they tell you. Cash leaves the book of your open till;
        without one, say what it was taken from. Pay several makes one file for your bank: give it to the bank, then
        mark it as sent with the UTRs of the bank’s answer. An imported statement then shows when each was seen. What
        one order is owed to one UPI id is one row and one transfer, whatever tickets it is for; press Write off to
        choose which of them you do not owe. What a customer paid above the price is listed by itself. For any other
        refund, press Start a refund: in a booking for its ticket, which then no longer opens the gate; in a decided
        payment for what was paid too much, or for all of it if the payment was rejected.
      </>
    ),
  },
  {
    title: 'What each role may do',
    text: (
      <>
        The table below says it. Under {to(paths.adminUsers, 'Users')} a person may get several roles. Gate and box
        office staff work at the concerts you choose for them, or at all. Each role may have a last day: it ends at
        midnight IST after it, also on the phone. One admin always stays without a last day.
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
        link to one person: the first to accept has the role.
      </>
    ),
  },
  {
    title: 'Who works at the gate',
    text: (
      <>
        Door, on a concert’s page, says who works there: invite each helper by a link of their own, or add those who
        have the role. Add to all concerts puts every concert on that person’s phone, also those you publish later,
        until you take it back. Who registered in the shop like a customer gets the role under{' '}
        {to(paths.adminUsers, 'Users')}. They see the gates of their concerts and nothing else of the console. Give each
        their own account: a lost phone then stops one person, not the whole gate. A last day should leave time to send
        the last scans.
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
    text: 'Gate devices get lists and keys from 48 hours before the start to 24 hours after it, and scans count within that time. Earlier or later scans are kept and shown under Scans to check, and let no one in. So a phone lost a month before has nothing on it.',
  },
  {
    title: 'A phone of the gate is lost',
    text: (
      <>
        Under Door on the concert’s page: open the device in the list and press This phone is lost. Its account stops
        being staff, and the keys of its concerts are withdrawn. The dialog shows what it scanned.
      </>
    ),
  },
  {
    title: 'What cannot be deleted',
    text: 'A singer, event or category with seats, bookings or payments. Cancel the event instead: sales stop and its tickets stay on record.',
  },
  {
    title: 'Finding a page, a concert, an order or a person',
    text: 'Press Search, or Ctrl K (⌘ K on a Mac), and type a name, a city, an order’s code, a UTR or an e-mail address. Arrows choose, Enter opens.',
  },
  {
    title: 'Who changed what',
    text: (
      <>
        The database writes down every change of staff, with each value before and after: beside each record, and for
        everything under {to(paths.adminHistory, 'Setup, History')}.
      </>
    ),
  },
  {
    title: 'Someone changed it meanwhile',
    text: 'Two admins edited the same thing. What you typed stays in the form, with what is stored now beside it: compare, then save again.',
  },
]
