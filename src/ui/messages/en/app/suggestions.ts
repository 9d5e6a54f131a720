import { addMessages } from '../../known.ts'

export const suggestions = addMessages({
  'app.search.artists': 'Artists',
  'app.search.cities': 'Cities',
  'app.search.venues': 'Venues',
  'app.search.genres': 'Genres',
  'app.search.none': (p: { text: string }) => `Nothing found for “${p.text}”`,
  'app.search.found': (p: { n: number }) => (p.n === 1 ? '1 suggestion' : `${p.n} suggestions`),
  'app.search.count': (p: { n: number }) => (p.n === 1 ? '1 concert' : `${p.n} concerts`),
})
