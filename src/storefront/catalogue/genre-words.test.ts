import { expect, it } from 'vitest'
import { genres } from '#shop/catalogue/catalogue.ts'
import { namesOfGenre } from '#shop/catalogue/search/catalogue-search.ts'
import { event as english } from '#ui/messages/en/shop/event.ts'
import { event as hindi } from '#ui/messages/hi/shop/event.ts'
import { event as marathi } from '#ui/messages/mr/shop/event.ts'

it.each([...genres])('%s is found by its name on the pages, in every language', (genre) => {
  const printed = [english, hindi, marathi].map((words) => words[`event.genre.${genre}`])
  expect(new Set(namesOfGenre(genre))).toEqual(new Set(printed))
})
