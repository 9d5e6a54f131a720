export const app = {
  'app.skip': 'Skip to content',
  'app.home': 'Home',
  'app.concerts': 'Concerts',
  'app.about': 'About',
  'app.contact': 'Contact',
  'app.tickets': 'Tickets',
  'app.cart': 'Cart',
  'app.cartCount': (p: { n: number }) =>
    p.n === 0 ? 'Cart, empty' : p.n === 1 ? 'Cart, 1 ticket' : `Cart, ${p.n} tickets`,
  'app.nav': 'Main',
  'app.tabs': 'Sections',
  'app.homeLink': (p: { shop: string }) => `${p.shop}, home`,
  'app.indiaTime': 'All times are India time',

  'app.language': 'Language',
  /** `name` is the language's own name for itself. */
  'app.language.failed': (p: { name: string }) =>
    `${p.name} is not on this device yet. Choose it again when there is a connection.`,

  'app.theme': 'Theme',
  'app.theme.light': 'Light',
  'app.theme.dark': 'Dark',
  'app.theme.system': 'System',

  'app.search': 'Search',
  'app.search.placeholder': 'Artist, city or venue',
  'app.search.find': 'Find a concert',
  'app.search.artists': 'Artists',
  'app.search.cities': 'Cities',
  'app.search.venues': 'Venues',
  'app.search.genres': 'Genres',
  'app.search.none': (p: { text: string }) => `Nothing found for “${p.text}”`,
  'app.search.found': (p: { n: number }) => (p.n === 1 ? '1 suggestion' : `${p.n} suggestions`),
  'app.search.count': (p: { n: number }) => (p.n === 1 ? '1 concert' : `${p.n} concerts`),

  'app.account': 'Account',
  'app.accountOf': (p: { name: string }) => `Account of ${p.name}`,
  'app.signIn': 'Sign in',
  'app.getStarted': 'Get started',
  'app.myTickets': 'My Tickets',
  'app.profile': 'Profile',
  'app.settings': 'Settings',
  'app.helpCenter': 'Help Center',
  'app.adminPanel': 'Admin Panel',
  'app.scanner': 'Scanner',
  'app.signOut': 'Sign Out',

  'app.footer.line': 'Concert tickets, seat by seat, paid by UPI.',
  'app.footer.quick': 'Quick Links',
  'app.footer.events': 'Upcoming events',
  'app.footer.support': 'Support',
  'app.footer.contact': 'Contact Us',
  'app.footer.faq': 'FAQ',
  'app.footer.supportPage': 'Contact support',
  'app.footer.terms': 'Terms',
  'app.footer.privacy': 'Privacy',
  'app.footer.refunds': 'Refunds',
  'app.footer.grievance': (p: { name: string }) => `Grievance officer: ${p.name}`,
  'app.footer.social': 'Elsewhere',
  'app.footer.whatsapp': 'WhatsApp',

  'app.update': 'A new version is ready.',
  'app.update.action': 'Reload',

  'app.memory':
    'This browser does not let the shop store anything. What you do here is lost when you close the tab, and a payment that has not been sent dies with it.',

  'app.notFound': 'Page not found',
  'app.notFound.text': 'There is nothing at this address. It may have been typed wrong, or the page has moved.',
  'app.notFound.action': 'See all concerts',
  'app.missing': 'This page could not be loaded',
  'app.missing.text':
    'It is not kept on this device and needs the network. What is in your cart and what you have sent are safe here.',
  'app.broken': 'Something went wrong',
  'app.broken.text': 'This page stopped working. What is in your cart and what you have sent are safe on this device.',
  'app.broken.reload': 'Reload the page',
  'app.broken.home': 'Go to the home page',
}
