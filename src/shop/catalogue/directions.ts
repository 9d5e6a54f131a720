/**
 * Opens a venue in the phone's map app, or in a browser tab: the map's universal search link, which needs no key
 * (https://developers.google.com/maps/documentation/urls/get-started#search-action).
 */
export const directionsUrl = (venue: string, city: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${venue}, ${city}, India`)}`
