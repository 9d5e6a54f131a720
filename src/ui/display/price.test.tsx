import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Price } from './price.tsx'

const said = (price: Parameters<typeof Price>[0]): string =>
  renderToStaticMarkup(<Price {...price} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

it('is named from the cheapest, with what is paid all in', () => {
  expect(said({ paise: 50_000, from: true })).toMatch(/^from ₹500 ₹[\d,]+ all in$/)
})

it('of free tickets is no lowest price: others cost something', () => {
  expect(said({ paise: 0, free: true, from: true, paidFrom: 15_000 })).toMatch(/^Free others from ₹[\d,]+ all in$/)
  expect(said({ paise: 0, free: true, from: true })).toBe('Free')
})
