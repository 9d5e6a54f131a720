import type { CatalogueEvent, Genre } from '../catalogue.ts'
import { namesOfCity } from '../cities.ts'

/** Hindi and Marathi names as in the messages; a test compares them. */
const genreNames: Readonly<Record<Genre, readonly string[]>> = {
  Rock: ['रॉक'],
  Pop: ['पॉप'],
  Classical: ['शास्त्रीय'],
  Jazz: ['जैज़', 'जॅझ'],
  Folk: ['लोक संगीत', 'लोकसंगीत'],
  Electronic: ['इलेक्ट्रॉनिक'],
}

export const namesOfGenre = (genre: Genre): string[] => [genre, ...genreNames[genre]]

export const searchNames = ({ singer, venue, city, genre }: CatalogueEvent): string[] => [
  singer.name,
  venue,
  ...namesOfCity(city),
  ...(genre === null ? [] : namesOfGenre(genre)),
]
