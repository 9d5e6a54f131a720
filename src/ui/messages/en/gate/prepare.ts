import { addMessages } from '../../known.ts'

const scans = (n: number, shown: string): string => (n === 1 ? '1 scan' : `${shown} scans`)

export const prepare = addMessages({
  'prepare.title': 'Prepare this gate',
  'prepare.lead': 'Once prepared, this device scans without a network. Prepare it where there is one.',
  'prepare.console': 'Back to the console',
  'prepare.memory':
    'This browser keeps nothing: list and scans are lost when the tab closes. Leave private mode, or use another browser.',
  'prepare.insecure': 'This page is not on https, so the browser gives it no camera and cannot check signatures.',
  'prepare.events': '1 · Events',
  'prepare.events.unreachable': 'The server is not responding. These are the events this device knows.',
  'prepare.events.failed': 'Your events could not be loaded. If this stays, sign out and in again.',
  'prepare.events.asking': 'Loading your events...',
  'prepare.events.none': 'You are not assigned to an event that opens soon. Ask an admin to assign you.',
  'prepare.events.missing': 'A concert is missing? Ask an admin to add you to its gate team.',
  'prepare.events.noneYet': 'None of your events can be prepared yet.',
  'prepare.events.later': (p: { n: number }) => (p.n === 1 ? '1 later event' : `${p.n} later events`),
  'prepare.events.from': (p: { time: string }) => `Can be prepared from ${p.time}, 48 hours before it starts.`,
  'prepare.gate': '2 · This gate',
  'prepare.gate.label': 'Gate name',
  'prepare.gate.hint': 'The name that staff use. It is saved with every scan.',
  'prepare.gate.example': 'Gate B',
  'prepare.gate.missing': 'Enter the name of this gate, for example Gate B.',
  'prepare.test': '3 · Test scan',
  'prepare.open': 'Open the gate',
  'prepare.practice': 'Practice',
  'prepare.chooseFirst': 'Choose an event first.',
  'prepare.listFirst': 'The list has to be complete first.',

  'prepare.list.progress': (p: { event: string }) => `Download of the list, ${p.event}`,
  'prepare.list.downloading': (p: { loaded: string; total: string | null }) =>
    p.total === null ? `Downloading: ${p.loaded} tickets` : `Downloading: ${p.loaded} of ${p.total} tickets`,
  'prepare.list.interrupted': (p: { loaded: string; total: string | null }) =>
    p.total === null ? `Interrupted at ${p.loaded} tickets` : `Interrupted at ${p.loaded} of ${p.total} tickets`,
  'prepare.list.of': (p: { n: number; count: string }) =>
    p.n === 1 ? 'List of 1 ticket' : `List of ${p.count} tickets`,
  'prepare.list.starting': 'Downloading the list...',
  'prepare.list.missing': 'The list is not on this device.',
  'prepare.list.busy': 'Downloading...',
  'prepare.list.goOn': 'Go on',
  'prepare.list.refresh': 'Refresh',
  'prepare.list.download': 'Download the list',
  'prepare.list.unreachable':
    'The server is not responding. What has come so far is kept; go on when there is a network.',
  'prepare.list.closed':
    'The gate of this event is closed: its list can be downloaded from 48 hours before the start to 24 hours after it.',
  'prepare.list.forbidden': 'You are not assigned to this event. Ask an admin.',
  'prepare.list.signIn': 'Your session is over. Sign in again to download.',
  'prepare.list.full': 'This device has no room for the list. Free some space and try again.',
  'prepare.list.failed': 'The list could not be downloaded. Try again.',

  'prepare.test.stored': 'Scanner stored on this device',
  'prepare.test.waiting': 'Scanner stored. Getting ready to start without the internet...',
  'prepare.test.notReady': 'Scanner stored, not ready to start without the internet',
  'prepare.test.notStored': 'Scanner not stored on this device',
  'prepare.test.never': 'Scanner not tested yet',
  'prepare.test.decoded': 'The decoder read the test code',
  'prepare.test.notDecoded': 'The decoder read nothing',
  'prepare.test.seen': 'The camera read a code',
  'prepare.test.hold': 'Hold any QR code in front of the camera. Nothing is stored and no one is let in.',
  'prepare.test.skip': 'Skip: this device has a USB scanner, or none',
  'prepare.test.run': 'Test scan',
  'prepare.test.running': 'Testing...',
  'prepare.problem.offline': 'The scanner could not be stored on this device. Connect to the internet and try again.',
  'prepare.problem.notKept':
    'The scanner runs, but would not start without the internet: this browser does not keep it yet. Reload the page and try again.',
  'prepare.problem.misread': 'The decoder did not read the test code.',
  'prepare.problem.noDecoder': 'The decoder did not start on this device. Use a newer browser.',

  'prepare.page.lead': 'What happens at this gate and the others',
  'prepare.page.look': 'Scans to check',
  'prepare.page.lookNothing': 'Nothing. No seat was let in twice, as far as this device knows.',
  'prepare.page.in': 'in',
  'prepare.page.list': (p: { list: string }) => `List of ${p.list}.`,
  'prepare.page.rate': (p: { n: number }) => `${p.n} a minute in the last five minutes, at all gates.`,
  'prepare.page.gates': 'Gates',
  'prepare.page.nothing': 'Nothing scanned yet.',
  'prepare.page.gate': (p: { admitted: string; refused: string }) => `${p.admitted} in · ${p.refused} refused`,
  'prepare.page.refused': 'Refused, and why',
  'prepare.page.devices': 'Devices',
  'prepare.page.heard': (p: { ago: string }) => `last contact ${p.ago}`,
  'prepare.page.heardWaiting': (p: { ago: string; count: string }) => `last contact ${p.ago} · ${p.count} to sync`,
  'prepare.page.asOf': (p: { ago: string }) => `All gates as the server had them ${p.ago}.`,
  'prepare.page.noServer': 'The other gates appear here once the server responds.',
  'prepare.page.device': 'This device',
  'prepare.page.allSent': 'Every scan has been sent.',
  'prepare.page.waiting': (p: { n: number; count: string }) =>
    p.n === 1 ? '1 scan waits to be sent.' : `${p.count} scans wait to be sent.`,
  'prepare.page.unreachable': 'The server is not responding; this device keeps trying.',
  'prepare.page.turnedBack': (p: { n: number; which: string }) =>
    `The server turned back ${scans(p.n, String(p.n))}: ${p.which}. They are kept on this device.`,
  'prepare.page.scanAt': (p: { seats: string; time: string }) => `${p.seats} at ${p.time}`,
  'prepare.page.refresh': 'Refresh the list',
  'prepare.page.refreshed': 'List is up to date',
  'prepare.page.refreshFailed': 'The list could not be refreshed. The gate continues with the one it has.',
  'prepare.page.endPractice': 'End practice',
  'prepare.page.setUp': 'Set up this gate',
  'prepare.page.twice': (p: { seats: string; standing: boolean }) =>
    `${p.standing ? `${p.seats}:` : `Seat ${p.seats} was`} let in twice`,
  'prepare.page.twiceWhen': (p: { first: string; later: string }) => `First ${p.first}. Again ${p.later}.`,
  'prepare.page.unknown': 'Let in with a ticket that does not exist',
  'prepare.page.revoked': 'Let in with a ticket that was taken back',
  'prepare.page.voidCode': 'Let in with a code that was given away before',
  'prepare.page.tooEarly': 'Scanned more than 48 hours before the start; it let no one in',
  'prepare.page.tooLate': 'Scanned more than 24 hours after the start; it let no one in',
  'prepare.page.undoRefused': "An undo of someone else's scan or an older one; it changed nothing",
  'prepare.page.clockBehind': (p: { amount: string }) =>
    `This device’s clock is ${p.amount} behind. Times are corrected by that; set the clock right when you can.`,
  'prepare.page.clockAhead': (p: { amount: string }) =>
    `This device’s clock is ${p.amount} ahead. Times are corrected by that; set the clock right when you can.`,
  'prepare.page.seconds': (p: { n: number }) => `${p.n} s`,
  'prepare.page.minutes': (p: { n: number }) => `${p.n} min`,
  'prepare.page.hours': (p: { n: number }) => `${p.n} h`,
  'prepare.page.days': (p: { n: number }) => (p.n === 1 ? '1 day' : `${p.n} days`),

  'prepare.leave': 'Sign out',
  'prepare.leave.busy': 'Signing out...',
  'prepare.leave.failed': 'Failed to sign out. Please try again.',
  'prepare.leave.unsent': (p: { n: number }) =>
    p.n === 1 ? '1 scan has not been sent' : `${p.n} scans have not been sent`,
  'prepare.leave.turnedBack': (p: { n: number }) =>
    p.n === 1 ? 'The server refused 1 scan' : `The server refused ${p.n} scans`,
  'prepare.leave.turnedBackText': (p: { n: number }) =>
    p.n === 1
      ? '1 scan was sent and refused by the server. If you keep it, it is sent again when you open a gate here.'
      : `${p.n} scans were sent and refused by the server. If you keep them, they are sent again when you open a gate here.`,
  'prepare.leave.payment': 'A payment has not been sent',
  'prepare.leave.text':
    'The other gates do not know about them. If you keep them, they stay on this device, out of sight, and are sent when you, or other staff of the event, open its gate here. The list and the keys are erased either way.',
  'prepare.leave.stay': 'Stay signed in',
  'prepare.leave.keep': 'Sign out and keep them here',
  'prepare.leave.delete': 'Sign out and delete them',
})
