import { randomUUID } from 'node:crypto'
import { posterOf, type PosterName } from '#shop/catalogue/catalogue.ts'

/** Prefix of the ids of demo singers, events, categories and layouts, by which they are removed. */
const MARK = 'de300000'

export const MARKED_ID = `${MARK}-%`

export const markedId = (): string => MARK + randomUUID().slice(MARK.length)

/** Returns a marked id of an event with this poster: the poster follows from the id. */
export function markedIdOfPoster(poster: PosterName): string {
  let id = markedId()
  while (posterOf(id) !== poster) id = markedId()
  return id
}
