import { randomUUID } from 'node:crypto'
import { posterOf, type PosterName } from '#shop/catalogue/catalogue.ts'

/** How the ids of demo singers, events, categories and layouts begin, so that they are found again to be removed. */
const MARK = 'de300000'

/** Matches the text of every marked id. */
export const MARKED_ID = `${MARK}-%`

/** A version-4 uuid with the mark. A random id carries it by chance once in four thousand million. */
export const markedId = (): string => MARK + randomUUID().slice(MARK.length)

/** The same for an event that is to show this poster, which follows from its id. */
export function markedIdOfPoster(poster: PosterName): string {
  let id = markedId()
  while (posterOf(id) !== poster) id = markedId()
  return id
}
