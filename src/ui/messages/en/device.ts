/** What the shop says about this device: the network, what is kept, installing, notifications. */
export const device = {
  'device.offline': 'No connection.',
  'device.offline.asOf': (p: { ago: string }) => `Concerts as of ${p.ago}. Buying and checking seats need the network.`,
  'device.offline.never': 'Nothing has been loaded on this device yet.',
  'device.offline.try': 'Try now',
  'device.ended': 'Your session has ended. Sign in again; nothing on this device is lost.',
  'device.emptied':
    'What this browser kept for the shop was deleted. Sign in and your tickets come back; a payment that had not been sent has to be entered again.',
  'device.ended.action': 'Sign in',
  'device.insecure':
    'This address is not secure (it does not begin with https). Here the shop cannot open offline, cannot be installed and cannot send by itself in the background.',

  'device.arrived': (p: { code: string }) => `Your payment details for order ${p.code} have arrived.`,
  'device.refused': (p: { code: string }) => `Your payment details for order ${p.code} were not accepted.`,
  'device.follow': 'Follow',
  'device.look': 'See why',
  'device.tickets': (p: { n: number }) => (p.n === 1 ? 'Your ticket is here.' : `${p.n} tickets are here.`),
  'device.tickets.action': 'My Tickets',

  'device.keep': 'Your tickets on this device',
  'device.keep.yes': 'The browser has promised to keep them.',
  'device.keep.no':
    'The browser may clear them when this device runs out of space. Installing the app helps; they also come back when you sign in with a network.',
  'device.keep.unknown':
    'This browser does not say how long it keeps them. They come back when you sign in with a network.',
  'device.keep.ask': 'Ask the browser to keep them',
  'device.keep.denied': 'The browser did not promise it. Install the app, or open the shop more often.',
  'device.install': 'Install the app',
  'device.install.text': 'It opens from the home screen, also without a network.',
  'device.install.later': 'Not now',
  'device.install.ios':
    'To keep it on your home screen: tap Share, then “Add to Home Screen”. The app there starts empty; sign in once and your tickets come.',
  'device.install.iosFirst':
    'On iPhone and iPad, what Safari keeps may be cleared after some days. Add the shop to your home screen first (Share, then “Add to Home Screen”) and sign in there: the installed app starts empty.',
  'device.notify': 'Tell me when tickets arrive',
  'device.notify.on': 'You get a notification when tickets arrive while the app is awake.',
  'device.notify.denied': 'Notifications are off for this shop. You can allow them in the browser’s settings.',
}
