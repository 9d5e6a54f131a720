import { addMessages } from '../../known.ts'

// Big words break into one line each; below is the same in the other language, for volunteers who read only one.
const people = (n: number): string => (n === 1 ? '1 person' : `${n} people`)
const tickets = (n: number, shown: string): string => (n === 1 ? '1 ticket' : `${shown} tickets`)

export const gate = addMessages({
  'gate.title': 'Gate',
  'gate.title.practice': 'Practice',
  'gate.title.page': (p: { page: string; shop: string }) => `${p.page} · ${p.shop} Admin`,

  'gate.word.enter': 'ENTER',
  'gate.word.again': 'ALREADY\nIN',
  'gate.word.no': 'NOT\nVALID',
  'gate.word.check': 'CHECK',
  'gate.word.test': 'TEST',
  'gate.word.undone': 'UNDONE',
  /** HTML's code for the language of the four below. */
  'gate.other.lang': 'hi',
  'gate.other.enter': 'प्रवेश',
  'gate.other.again': 'पहले से अंदर है',
  'gate.other.no': 'अमान्य',
  'gate.other.check': 'जाँचें',

  'gate.people': (p: { n: number }) => `${people(p.n)}.`,
  'gate.row': (p: { row: string }) => `row ${p.row}`,
  'gate.soldAfter': 'Sold after the last sync.',
  'gate.newerThanList': 'Its code is newer than the list.',
  'gate.newDevice': 'Its holder moved it to another phone.',
  'gate.entered': (p: { time: string; gate: string }) => `Entered at ${p.time} through ${p.gate}.`,
  'gate.justNow': (p: { seconds: number; gate: string }) =>
    `Let in just now, ${p.seconds} s ago, through ${p.gate}. Let no one else in with it.`,
  'gate.enteredOthers': (p: { time: string; gate: string }) => `Entered at ${p.time} through ${p.gate} and others.`,
  'gate.afterCheck': (p: { n: number }) => `Let in after a check. ${people(p.n)}.`,
  'gate.otherEvent': (p: { day: string; event: string }) => `This ticket is for another event: ${p.day}, ${p.event}.`,
  'gate.changed': (p: { now: string; before: string }) => `Seat changed to ${p.now}. The code says ${p.before}.`,
  'gate.inside': (p: { seats: string; n: number }) => `${p.seats} ${p.n === 1 ? 'is' : 'are'} in. Who is entering now?`,
  'gate.insideSince': (p: { seats: string; n: number; time: string; gate: string }) =>
    `${p.seats} ${p.n === 1 ? 'is' : 'are'} in since ${p.time}, ${p.gate}. Who is entering now?`,

  'gate.standing.inside': (p: { n: number; of: number }) => `${p.n} of ${p.of} in. Who is entering now?`,
  'gate.standing.insideSince': (p: { n: number; of: number; time: string; gate: string }) =>
    `${p.n} of ${p.of} in since ${p.time}, ${p.gate}. Who is entering now?`,
  'gate.standing.who': 'How many come in?',
  'gate.standing.person': (p: { n: number }) => `Person ${p.n}`,

  'gate.no.not_a_ticket': 'This is not one of our tickets.',
  'gate.no.forged': 'The signature is wrong: this code was made up or changed. Send to the help desk.',
  'gate.no.code_withdrawn': 'This code was replaced. Ask for the one in My Tickets, or search by name.',
  'gate.no.event_cancelled': 'This event is cancelled.',
  'gate.no.test': 'This ticket is of a test purchase: it admits no one.',
  'gate.no.revoked': 'This ticket was taken back.',
  'gate.replacedBy': (p: { name: string }) => `This code is void: ${p.name} has the ticket now. Send to the help desk.`,
  'gate.no.replaced': 'This code is void: its ticket has a newer one, on another phone. Send to the help desk.',
  'gate.no.given_back':
    'This ticket was given back and sold: its holder gets the money back. Another person has the seat.',
  'gate.no.payment_rejected': 'The payment was rejected, so there is no ticket.',
  'gate.no.sale_undone': 'This sale was undone at the box office, so there is no ticket. Send to the box office.',
  'gate.no.payment_pending': 'The payment is still being checked: there is no ticket yet.',

  'gate.check.other_event': 'This ticket is for another event.',
  'gate.check.seat_changed': 'The seat was changed.',
  'gate.check.part_admitted': 'Some people on this ticket are already in.',
  'gate.check.not_on_list': 'Not on the list. Refresh it.',
  'gate.check.unknown_code':
    'Not on a list of this device. It may be for another event: ask for an ID, or search by name.',
  'gate.check.paper': 'This event takes codes on a screen alone. Look at an ID and the name before you let them in.',
  'gate.check.clock_off':
    'This code is not of now: a picture, or a wrong clock. Have the phone set its time by itself, and scan again.',
  'gate.check.being_sold': 'This seat is being sold to another person. Ask for an ID and the code of the new order.',
  'gate.check.typed_offline': 'No network, so only the QR can be checked. Ask for an ID, then search by name.',
  'gate.check.unknown_key': 'Signed with a key that this device does not have. Refresh the list.',
  'gate.check.scan_again': 'Scan again: the code was not read whole. If it stays so, type the code, or search by name.',

  'gate.refused.not_a_ticket': 'not a ticket',
  'gate.refused.forged': 'wrong signature',
  'gate.refused.code_withdrawn': 'code was replaced',
  'gate.refused.event_cancelled': 'event cancelled',
  'gate.refused.test': 'test ticket',
  'gate.refused.revoked': 'taken back',
  'gate.refused.replaced': 'void code',
  'gate.refused.given_back': 'given back and sold',
  'gate.refused.payment_rejected': 'payment rejected',
  'gate.refused.sale_undone': 'sale undone',
  'gate.refused.payment_pending': 'payment not checked yet',
  'gate.refused.unknown_code': 'unknown code',
  'gate.refused.paper': 'paper',
  'gate.refused.clock_off': 'old code',
  'gate.refused.being_sold': 'being sold',
  'gate.refused.typed_offline': 'typed without network',
  'gate.refused.other_event': 'another event',
  'gate.refused.seat_changed': 'seat changed',
  'gate.refused.part_admitted': 'part of the group in',
  'gate.refused.not_on_list': 'not on the list',
  'gate.refused.unknown_key': 'newer key',
  'gate.refused.scan_again': 'read in part',

  'gate.fact.read': 'Read',
  'gate.fact.readNothing': 'nothing',
  'gate.fact.list': 'List',
  'gate.fact.scanned': 'Scanned',
  'gate.fact.firstScan': 'First scan',
  'gate.fact.gate': 'Gate',
  'gate.fact.seats': (p: { n: number }) => (p.n === 1 ? 'Seat' : 'Seats'),
  'gate.fact.places': 'Places',
  'gate.fact.name': 'Name',
  'gate.fact.category': 'Category',
  'gate.fact.notOnList': 'not on the list',
  'gate.fact.noName': 'not given',

  'gate.who': 'Who comes in?',
  'gate.whoAtMost': (p: { n: number }) => `Who comes in? At most ${p.n}.`,
  'gate.nobody': 'Let no one in',
  'gate.letIn': (p: { n: number }) => `Let in ${p.n}`,
  'gate.next': 'Next',
  'gate.undo': (p: { seconds: number }) => `Undo (${p.seconds} s)`,
  'gate.typeTheCode': 'Type the code',
  'gate.searchByName': 'Search by name',
  'gate.point': 'Point at the QR code',
  'gate.noCamera': 'Scan with a USB scanner, or type',
  'gate.typeCode': 'Type code',
  'gate.searchName': 'Search name',
  'gate.nothingYet': 'Nothing scanned yet.',
  'gate.last': 'Last:',
  'gate.secondsAgo': (p: { n: number }) => `${p.n} s ago`,
  'gate.minutesAgo': (p: { n: number }) => `${p.n} min ago`,
  'gate.altCodes':
    'This scanner types Alt codes, which a browser cannot read. Set it to a US keyboard without Alt codes.',
  'gate.decideFirst': 'Decide about these seats first.',
  'gate.changedMeanwhile': 'This changed while you were deciding. No one was let in.',
  'gate.noList': 'There is no complete list on this device.',
  'gate.notStored': 'This scan could not be stored. Let no one in; scan again.',

  'gate.age.none': 'not complete',
  'gate.age.now': 'up to date',
  'gate.age.under': 'under a minute old',
  'gate.age.minutes': (p: { n: number }) => `${p.n} min old`,
  'gate.age.hours': (p: { n: number }) => `${p.n} h old`,
  'gate.age.days': (p: { n: number }) => (p.n === 1 ? '1 day old' : `${p.n} days old`),
  'gate.listOf': (p: { n: number; count: string; age: string }) => `${tickets(p.n, p.count)}, ${p.age}`,

  'gate.head.events': (p: { n: number }) => (p.n === 1 ? '1 event' : `${p.n} events`),
  'gate.head.practice': (p: { gate: string }) => `Practice · ${p.gate}`,
  'gate.head.in': (p: { admitted: string; expected: string }) => `${p.admitted} / ${p.expected} in`,
  'gate.head.toSync': (p: { count: string }) => `${p.count} to sync`,
  'gate.head.list': (p: { age: string }) => `list ${p.age}`,
  'gate.head.offline': 'Offline',
  'gate.head.toLook': (p: { n: number }) => `${p.n} to look at`,
  'gate.head.label': (p: {
    gate: string
    event: string
    admitted: string
    expected: string
    waiting: number
    age: string
    news: number
    offline: boolean
  }) =>
    `${p.gate}, ${p.event}. ${p.admitted} of ${p.expected} in. ${p.waiting} to sync, list ${p.age}. ${p.offline ? 'Offline. ' : ''}${p.news > 0 ? `${p.news} to look at. ` : ''}Open the gate's page`,
  'gate.news.twice': (p: { seats: string; standing: boolean }) =>
    `${p.standing ? `${p.seats}:` : `Seat ${p.seats} was`} let in twice. Look.`,
  'gate.news.twiceMore': (p: { seats: string; standing: boolean; n: number }) =>
    `${p.standing ? `${p.seats}:` : `Seat ${p.seats} was`} let in twice, and ${p.n} more. Look.`,
  'gate.news.bad': 'Something is wrong with a scan. Look.',
  'gate.news.badMore': (p: { n: number }) => `Something is wrong with a scan, and ${p.n} more. Look.`,
  'gate.news.signIn': 'Sign in again to sync. Scanning goes on, and every scan is kept.',
  'gate.practice': 'Practice. Real tickets are read and checked, but no one is let in and nothing is stored or sent.',
  'gate.practice.end': 'End',

  'gate.camera.refused':
    'The camera is not allowed here. Press the icon left of the address, allow the camera, then try again. In an installed app: the phone’s settings, Apps, Mehfil, Permissions.',
  'gate.camera.none': 'No camera responds on this device. Use a USB scanner, type the code, or search by name.',
  'gate.camera.busy': 'Another app uses the camera. Close it, then try again.',
  'gate.camera.insecure': 'Browsers give the camera to https pages only. Open this page over https.',
  'gate.camera.unknown': 'The camera did not start.',
  'gate.camera.again': 'Try again',
  'gate.camera.torchOn': 'Torch on',
  'gate.camera.torchOff': 'Torch off',
  'gate.camera.switch': (p: { name: string }) => `Switch camera, now ${p.name}`,
  'gate.camera.first': 'the first',
  'gate.camera.nth': (p: { n: number }) => `Camera ${p.n}`,

  'gate.type.title': 'Type the code',
  'gate.type.label': 'Code under the QR, or the order code',
  'gate.type.wrong':
    'This cannot be a code. It is nine characters, like 7K2Q-X4MD-E, under the QR code. Check each one.',
  'gate.type.check': 'Check',

  'gate.search.title': 'Search name or seat',
  'gate.search.label': 'Name or seat',
  'gate.search.hint': 'First name and initial, as on the list: Farah N. A seat: D4.',
  'gate.search.none': 'No one on the list matches.',
  'gate.search.busy': 'Searching...',
  'gate.search.found': (p: { n: number }) => `${p.n} found.`,
  'gate.search.more': (p: { n: number }) => `${p.n} shown. Type more to narrow it down.`,
  'gate.search.noName': 'No name',
  'gate.row.revoked': 'Taken back',
  'gate.row.rejected': 'Rejected',
  'gate.row.pending': 'Not paid yet',
  'gate.row.out': 'Not in',
  'gate.row.in': 'In',
  'gate.row.part': (p: { inside: number; of: number }) => `${p.inside} of ${p.of} in`,

  'gate.undo.title': (p: { seats: string }) => `Undo ${p.seats}`,
  'gate.undo.lead': 'They count as not let in. The scan and the undo are both kept.',
  'gate.undo.submit': 'Undo this scan',
  'gate.undo.reasons': 'Reasons',
  'gate.undo.person': 'Wrong person',
  'gate.undo.mistake': 'Scanned by mistake',
  'gate.undo.security': 'Turned back at security',
  'gate.undo.number': 'Wrong number of people',
  'gate.undo.reason': 'Reason',
  'gate.undo.missing': 'Choose a reason or write one.',
  'gate.undo.done': 'Undone',
  'gate.undo.late': 'This scan cannot be undone any more.',
})
