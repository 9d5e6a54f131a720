import type { CatalogueEvent, Genre } from '../catalogue.ts'
import { canonicalCity, namesOfCity } from '../cities.ts'

/** The genres as the pages write them in Hindi and in Marathi; a test compares them with those texts. */
const genreNames: Readonly<Record<Genre, readonly string[]>> = {
  Rock: ['रॉक'],
  Pop: ['पॉप'],
  Classical: ['शास्त्रीय'],
  Jazz: ['जैज़', 'जॅझ'],
  Folk: ['लोक संगीत', 'लोकसंगीत'],
  Electronic: ['इलेक्ट्रॉनिक'],
}

/** How else a city is written in Hindi and Marathi, by its stored name. */
const cityNames: Readonly<Record<string, readonly string[]>> = {
  Bangalore: ['बंगळुरू', 'बंगळूर', 'बैंगलोर', 'बंगलौर'],
  Kolkata: ['कलकत्ता'],
  Mumbai: ['मुम्बई', 'बंबई'],
}

/** Every name one may search a genre by, in every language. */
export const namesOfGenre = (genre: Genre): string[] => [genre, ...genreNames[genre]]

/** Every name one may search a city by, in every script. */
export const searchNamesOfCity = (city: string): string[] => [
  ...namesOfCity(city),
  ...(cityNames[canonicalCity(city)] ?? []),
]

/** All that one may search an event by: singer, venue, the city and the genre by any of their names. */
export const searchNames = ({ singer, venue, city, genre }: CatalogueEvent): string[] => [
  singer.name,
  venue,
  ...searchNamesOfCity(city),
  ...(genre === null ? [] : namesOfGenre(genre)),
]
