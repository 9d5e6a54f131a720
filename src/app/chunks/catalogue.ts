import '#ui/messages/en/shop/catalogue.ts'

export { ConcertsRoute } from '#storefront/catalogue/concerts-route.tsx'
export { EventsRoute } from '#storefront/catalogue/events-route.tsx'
export { HomeRoute } from '#storefront/catalogue/home/home-route.tsx'
