/**
 * Returns a universal map link, without a key: developers.google.com/maps/documentation/urls/get-started#search-action
 */
export const directionsUrl = (venue: string, city: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${venue}, ${city}, India`)}`
