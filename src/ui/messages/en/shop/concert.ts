import { addMessages } from '../../known.ts'

export const concert = addMessages({
  'concert.facts': 'Times and rules',
  'concert.ends': 'Ends',
  'concert.age': 'Age',
  'concert.age.text': (p: { n: number }) => `${p.n} and older`,
  'concert.sungIn': 'Sung in',
  'concert.rules': 'House rules',
})
