import type { CatalogueEvent, Genre } from '../catalogue.ts'
import { canonicalCity, namesOfCity } from '../cities.ts'

/** Hindi and Marathi names as in the messages; a test compares them. */
const genreNames: Readonly<Record<Genre, readonly string[]>> = {
  Rock: ['रॉक'],
  Pop: ['पॉप'],
  Classical: ['शास्त्रीय'],
  Jazz: ['जैज़', 'जॅझ'],
  Folk: ['लोक संगीत', 'लोकसंगीत'],
  Electronic: ['इलेक्ट्रॉनिक'],
}

const cityNames: Readonly<Record<string, readonly string[]>> = {
  Bangalore: ['बंगळुरू', 'बंगळूर', 'बैंगलोर', 'बंगलौर'],
  Kolkata: ['कलकत्ता'],
  Mumbai: ['मुम्बई', 'बंबई'],
}

export const namesOfGenre = (genre: Genre): string[] => [genre, ...genreNames[genre]]

export const searchNamesOfCity = (city: string): string[] => [
  ...namesOfCity(city),
  ...(cityNames[canonicalCity(city)] ?? []),
]

export const searchNames = ({ singer, venue, city, genre }: CatalogueEvent): string[] => [
  singer.name,
  venue,
  ...searchNamesOfCity(city),
  ...(genre === null ? [] : namesOfGenre(genre)),
]
