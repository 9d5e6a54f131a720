import { paths } from '#ui/paths.ts'
import { to, type Topic } from './topic.tsx'

export const concertTopics: Topic[] = [
  {
    title: 'Putting a concert on sale',
    text: (
      <>
        Press New concert under {to(paths.adminEvents, 'Concerts')}, fill in the form, and choose Publish now. With Add
        Event its first step, singer, place and evening, is in the shop at once; its tickets are then added under
        Tickets & prices on its page. To add many concerts at once, upload a spreadsheet or a JSON file:{' '}
        {to(paths.adminBulkUpload, 'Bulk Upload')}. All times are IST.
      </>
    ),
  },
  {
    title: 'A new concert in one form',
    text: (
      <>
        {to(paths.adminNewConcert, 'New concert')} has everything: singer, place and evenings, the hall, price zones,
        phases, the sale, text and poster. Choose a hall or draw a simple one, press a zone and then sections on the
        drawing to give them to it; what is left over is not sold. Enter goes to the next field. It is saved as a whole
        or not at all, as a draft unless you choose Publish now, and what you type stays on this device until then. Add
        the next evening repeats the concert: each evening becomes an event, the sale opens for all at once, and ends
        move along. Duplicate, in the menu ⋯ of a concert, fills the form like it, a week later. Edit on its page opens
        it in the same form, whose steps are folded on a phone, and says, before it saves, how many tickets and people
        it concerns and what it sets off; the seats of stored zones change under {to(paths.adminTickets, 'Tickets')}.
      </>
    ),
  },
  {
    title: 'The page of a concert',
    text: (
      <>
        Press a concert’s name under {to(paths.adminEvents, 'Concerts')}. Overview says what to do next, how it sells
        beside the last concert of its singer or hall, how its places are and what it earned, and on its day when all
        are in; press a figure for the rows behind it. Each tab has an address of its own. The head has its link to
        copy, and behind ⋯ what else may be done to it.
      </>
    ),
  },
  {
    title: 'A queue at the opening of a sale',
    text: (
      <>
        Settings, Queue, on a concert’s page, keeps the fastest network from winning. Everyone who joins before the sale
        opens gets a place by lot; then so many people a minute may buy, as many as the shop bears or as you say, and
        who comes later follows. Add it before joining is to open: from then on no one can buy until the list is drawn,
        and once people can join the times only move later. The number a minute changes at any time. Ending it lets
        everyone buy at once, for good. {to(paths.adminLive, 'Live')} shows, while a sale opens, the holds, the
        payments, what fails or has to wait, and each queue.
      </>
    ),
  },
  {
    title: 'Drafts, opening the sale, pausing it',
    text: (
      <>
        Only staff see a draft. Copy preview link, in its menu ⋯, shows it to anyone who has the link, for 14 days or
        until you end it; nothing can be bought there. Publish lists what is missing and shows the concert to everyone;
        then, and later under Share, you have its link, a QR code, a poster to print and texts to send. Sale from and
        Sale until of a ticket category say when it is sold: before, customers read the time and can add a reminder to
        their calendar, and the button appears at the moment. Pause stops new orders in one press; who is at checkout
        with held seats can still pay, and Resume sells again. An event goes back to draft as long as nothing is sold,
        held or was ordered within a day.
      </>
    ),
  },
  {
    title: 'Writing about a concert',
    text: (
      <>
        Press Edit on the concert’s page, and go to Text and poster. Text, line-up, doors, end, age, languages, a link
        to hear them, house rules and a poster are all optional. An empty line parts paragraphs, “- ” begins a list,
        **two stars** make bold, and [words](https://…) a link. The poster is scaled in your browser, so its place and
        camera data stay with you; say what it shows, for people who cannot see it. Search engines and link previews
        read all of it. Moving the concert moves doors and end along.
      </>
    ),
  },
  {
    title: 'Seats: who sits there, and seats that are not for sale',
    text: (
      <>
        Seats, on a concert’s page, shows its hall. Press a seat to see who has it, with payment and ticket, and to move
        a sold one. Choose free seats to take them off sale for a sponsor, an artist or a bad view, with a reason;
        customers see them as sold. Choose them again to put them back. Wheelchair places and the seat beside each are
        kept for those who need them, until the hours before the concert that the terms set (48 at first); you may give
        them to others before. A category with seats off sale keeps its numbering and is not deleted. The shop writes to
        a customer whose seat you move; guests and buyers at the door have no account and get no message: call or write
        to them.
      </>
    ),
  },
  {
    title: 'A button on your own site',
    text: 'Seats of a concert has a snippet, Button for your site: two lines for your own page, which show a button that opens the concert in this shop. They work on any page and store nothing there.',
  },
  {
    title: 'Early birds and other phases',
    text: 'Add a Phase, in the form of a ticket category, sets a price before the regular one. A phase ends at a time, when so many tickets are held, under review or sold, or with the first of both; then the next one holds, and after the last the category’s price. Customers see the phase, what ends it and the price after it, and pages change by themselves. Who has begun to pay keeps the price. An order that begins with one early bird left gets all its tickets at that price. Tickets sold elsewhere do not end a phase.',
  },
  {
    title: 'Free tickets',
    text: 'Tick “Free: no price, no fee” in the form of a ticket category. Customers press Get tickets and have them at once: no UPI, no reference, no approval. One customer may have as many as one order may have, 10 unless your terms say otherwise. A price of 0 without the tick keeps the fee, and is paid and checked like any other. Free orders are in the list of payments with ₹0, and no refund is owed for them.',
  },
  {
    title: 'Discount codes, and tickets for members only',
    text: (
      <>
        Under {to(paths.adminCodes, 'Codes')} add a code that takes a percent or rupees off each seat, for all events,
        one event or some of its ticket categories, with a time and with limits: orders in all and by one person. Tick
        “Only with an access code” in the form of a ticket category to hide it, and let a code open it. Customers sign
        in and type the code on the page of the concert, in the cart or at checkout; Copy link makes an address that has
        it typed already. Orders that hold seats keep the code, also when you pause it. A code that takes everything off
        gives the tickets at once, without a payment. Anyone who knows a code can pass it on: limit its uses, and make
        it long. A payment for hidden tickets without their code, or by a code used too often, has a warning. At the box
        office staff sell hidden tickets without one.
      </>
    ),
  },
  {
    title: 'Drawing a hall',
    text: (
      <>
        {to(paths.adminLayouts, 'Layouts')}, New Layout: begin with a hall like yours or with rows of your own. Draw a
        section’s aisles and blocked seats, and put the section where it is: drag it in the plan of the hall, or type
        how far across and down it is, in seats from the middle of the stage, and how far it is turned. A row’s curve
        brings its ends that far nearer to the stage. The best section comes first in the list: Best together goes by
        it. Import a file takes a layout of another shop, or a seating plan of pretix, and says what it cannot keep
        before you save.
      </>
    ),
  },
  {
    title: 'Standing places',
    text: 'Choose “Standing (no seat numbers)” when you add a ticket category, with up to 1,00,000 places. Customers choose how many people come, the ticket says “Standing, 2 people”, and the gate counts who is in. Each place has a number, which only CSV files show. A category with held or sold places keeps its kind, and a layout is for seats only.',
  },
  {
    title: 'Guest lists and complimentary tickets',
    text: (
      <>
        Press Guests on a concert’s page. Add guests one by one or up to 1,000 from a CSV file with name, contact,
        number and list, such as Press, Artists or Sponsors. Each gets a ticket free of charge and a link; send it by
        WhatsApp, by mail, or let them scan it. The link opens the ticket once, on one phone, without an account, and
        the ticket then opens without a network. Links are shown only when they are made: save them, or make a new one,
        which ends the old. Revoking frees the places. Given tickets are counted apart from those sold, and nothing is
        refunded. Names and contacts are deleted thirty days after the event.
      </>
    ),
  },
  {
    title: 'Selling at the box office',
    text: (
      <>
        In the {to(paths.adminBoxOffice, 'Box office')} open a till with the cash that is in the drawer; without one
        nothing is sold. Press the number of a category, type how many, then C, U, K or F for cash, UPI, card or
        complimentary, and Enter. Numbered seats are the best together, or chosen on the map. The price has no
        convenience fee. Print the ticket on a 58 or 80 mm roll or on A4, or let the buyer scan the code on the screen:
        their phone keeps the ticket. It works until six hours after the start, also while the sale is paused, and needs
        the network; a sale without an answer is sent again and never counts twice.
      </>
    ),
  },
  {
    title: 'Undoing a sale, and closing the till',
    text: (
      <>
        Undo, for five minutes, ends the tickets, frees the places and takes the money out of the book; admins can do it
        until the concert begins. A buyer whose phone lost the ticket gets a new link beside the sale. Write cash that
        goes into the drawer or out of it under Till. At the end count the drawer and close the till: it says whether it
        adds up, and prints its book. Admins read all under {to(paths.adminTills, 'Tills')}.
      </>
    ),
  },
  {
    title: 'Tickets sold outside this shop',
    text: 'Raise Sold by others of a category by their number: that many free seats are taken out of sale. Lower it to give them back, but not below what customers bought.',
  },
  {
    title: 'Cancelling or moving a concert',
    text: (
      <>
        In the menu ⋯ of a concert, until 7 days after the start. Cancelling stops the sale and keeps the tickets
        visible as cancelled; moving keeps them valid. After you cancel, Refunds lists what you owe at once, and for a
        payment still under review once you approve it. After you move the time, customers can ask for a refund within 7
        days.
      </>
    ),
  },
  {
    title: 'Writing to buyers',
    text: (
      <>
        Under {to(paths.adminAnnouncements, 'Announcements')}, or Messages on a concert’s page, tell all who hold
        tickets of a concert, of one category, or whose payment waits. Each person reads it once: under Updates in the
        shop, on the ticket, and by mail unless they switched mails off. You see how many it reaches before you send,
        how far it is, and can stop what has not left. One a minute for an event, twenty a day. When a concert is
        cancelled, moved or renamed, seats change, a ticket is revoked, or money is owed or sent back, the shop tells
        those concerned by itself; the same page lists it. Guests and buyers at the door have no account, so no message
        reaches them: call or write to them. The mail of an approval carries the tickets as a PDF.
      </>
    ),
  },
  {
    title: 'Settling a concert with artist and venue',
    text: (
      <>
        Settlement, on a concert’s page, adds it up by zone, price, method, code and day, before the concert as well.
        Type what it cost and who gets what: a percent of net ticket sales, with or without the costs taken off first,
        or a fixed sum. Net ticket sales are the prices without taxes and fee, less what was refunded or is owed back;
        the convenience fee and what is left are the organiser’s. Print it or save it as a spreadsheet. Close it once
        the concert has begun: the figures then stay, and the page says what a late refund changed. A payment that was
        approved without a credit counts as sold; the page says how much of the money no statement and no till has
        shown.
      </>
    ),
  },
  {
    title: 'Tax and fee',
    text: (
      <>
        Under {to(paths.adminTax, 'Setup, Tax and fee')}: from a day on, GST by the price of a ticket, in the price or
        on top, the fee and its tax, and the taxes of states. There is no GST until{' '}
        {to(paths.adminSettings, 'Settings')} has a GSTIN. Local tax needs the state of the event. Have the terms
        confirmed by your accountant. Seats that are held keep their price. Each paid order gets an invoice in the name
        and under the GSTIN of Settings, and money that goes back a credit note: open them from the payment, or search
        for their number.
      </>
    ),
  },
]
