import { addMessages } from '../../known.ts'

export const app = addMessages({
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
  /** `name`: the language's name for itself. */
  'app.language.failed': (p: { name: string }) =>
    `${p.name} is not on this device yet. Choose it again when there is a connection.`,

  'app.theme': 'Theme',
  'app.theme.light': 'Light',
  'app.theme.dark': 'Dark',
  'app.theme.system': 'System',

  'app.search': 'Search',
  'app.search.placeholder': 'Artist, city or venue',

  'app.account': 'Account',
  'app.accountOf': (p: { name: string }) => `Account of ${p.name}`,

  'app.notFound': 'Page not found',
  'app.notFound.text': 'There is nothing at this address. It may have been typed wrong, or the page has moved.',
  'app.notFound.action': 'See all concerts',
  'app.missing': 'This page could not be loaded',
  'app.missing.text':
    'It is not on this device, and there is no network. Your cart and what you have sent are safe here.',
  'app.broken': 'Something went wrong',
  'app.broken.text': 'This page stopped working. Your cart and what you have sent are safe on this device.',
  'app.broken.reload': 'Reload the page',
  'app.broken.home': 'Go to the home page',
})
