import { addMessages } from '../../known.ts'

export const concert = addMessages({
  'concert.about': 'About this concert',
  'concert.facts': 'Times and rules',
  'concert.lineUp': 'Line-up',
  'concert.doors': 'Doors',
  'concert.ends': 'Ends',
  'concert.age': 'Age',
  'concert.age.text': (p: { n: number }) => `${p.n} and older`,
  'concert.sungIn': 'Sung in',
  'concert.rules': 'House rules',
})
