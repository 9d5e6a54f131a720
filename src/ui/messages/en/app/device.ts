import { addMessages } from '../../known.ts'

export const device = addMessages({
  'device.lost':
    'This device’s storage is not responding. Your sign-in, your tickets and what you typed are kept there and come back when it responds. Close other windows of the shop, or reload the page.',
  'device.lost.reload': 'Load again',
  'device.lost.without': 'Continue without them',
  'device.offline': 'No connection.',
  'device.offline.asOf': (p: { ago: string }) =>
    `Concerts as of ${p.ago}. Seats can be held only with a connection; a payment that you submit now is sent later.`,
  'device.offline.never': 'Nothing has been loaded on this device yet.',
  'device.offline.try': 'Try now',
  'device.ended': 'Your session has ended. Sign in again; nothing on this device is lost.',
  'device.emptied':
    'This browser’s data for the shop was deleted. Sign in and your tickets come back. If a payment had not been sent, enter it again.',
  'device.deleted':
    'This browser has deleted your saved tickets; some do after seven days without a visit. Sign in and they come back. If a payment had not been sent, enter it again.',
  'device.firstStart':
    'The app on your home screen keeps its own tickets, apart from the browser’s. Sign in once to load yours.',
  'device.ended.action': 'Sign in',
  'device.private':
    'This is a private window: when you close it, your ticket is no longer on this device. Before that, print the ticket, take a screenshot of it, or sign in to the same account in another browser.',
  'device.insecure':
    'This address is not secure (it does not begin with https). Here the shop cannot open offline, cannot be installed and cannot send by itself in the background.',

  'device.arrived': (p: { code: string }) => `Your payment details for order ${p.code} have arrived.`,
  'device.refused': (p: { code: string }) => `Your payment details for order ${p.code} were not accepted.`,
  'device.follow': 'Follow',
  'device.look': 'See why',
  'device.tickets': (p: { n: number }) => (p.n === 1 ? 'Your ticket is here.' : `${p.n} tickets are here.`),
  'device.tickets.action': 'My Tickets',

  'device.keep': 'Your tickets on this device',
  'device.keep.yes': 'The browser will keep them.',
  'device.keep.no':
    'The browser may clear them when this device runs out of space. Installing the app helps; they also come back when you sign in with a network.',
  'device.keep.unknown':
    'This browser does not say how long it keeps them. They come back when you sign in with a network.',
  'device.keep.ask': 'Ask the browser to keep them',
  'device.keep.denied': 'The browser did not agree. Install the app, or open the shop more often.',
  'device.install': 'Install the app',
  'device.install.text': 'It opens from the home screen, also without a network.',
  'device.install.later': 'Not now',
  'device.install.ios': 'Add the shop to your home screen',
  'device.install.ios.text':
    'Safari may delete what it keeps after seven days without a visit. The app on the home screen keeps your tickets.',
  'device.install.ios.share': 'Press Share. Where you do not see it, press ⋯ first.',
  'device.install.ios.choose': 'Choose “Add to Home Screen”; it may be further down.',
  'device.install.ios.add': 'Press Add. Leave “Open as Web App” on.',
  'device.install.ios.open': (p: { shop: string }) => `Open ${p.shop} from the home screen.`,
  'device.install.ios.own': 'The app keeps its own tickets: sign in there once to load yours.',
  'device.install.ios.safari':
    'This browser cannot add the shop to the home screen. Open the shop in Safari and sign in there to see how.',
  'device.install.ios.how': 'How to add the shop to the home screen',
  'device.install.iosFirst':
    'On iPhone and iPad, what Safari keeps may be cleared after some days. Add the shop to your home screen first (Share, then “Add to Home Screen”) and sign in there: the installed app starts empty.',
  'device.notify': 'Tell me when tickets arrive',
  'device.notify.on': 'You get a notification when tickets arrive while the app is running.',
  'device.notify.denied': 'Notifications are off for this shop. You can allow them in the browser’s settings.',

  'device.memory':
    'This browser does not let the shop store anything. When you close the tab, everything you did here is lost, even a payment that has not been sent.',
  'device.full': 'This device is full; nothing is kept. Free some space, and tickets open offline, too.',

  'device.update': 'A new version is ready.',
  'device.update.action': 'Reload',
})
