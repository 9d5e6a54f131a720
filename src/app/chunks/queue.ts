export { DrawRoute } from '#storefront/queue/draw/draw-route.tsx'
export { QueueRoute } from '#storefront/queue/queue-route.tsx'
