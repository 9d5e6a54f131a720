/** One chunk: the tickets one holds, and the orders that they came from. */
import '#ui/messages/with/checkout.ts'
import '#ui/messages/with/orders.ts'
import '#ui/messages/with/profile.ts'
import '#ui/messages/with/wallet.ts'
export { MyTicketsRoute } from '#storefront/wallet/my-tickets-route.tsx'
export { OrdersRoute } from '#storefront/orders/orders-route.tsx'
export { TicketRoute } from '#storefront/wallet/ticket-route.tsx'
