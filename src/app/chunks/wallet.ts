/** One chunk: the tickets one holds, and the orders that they came from. */
import '#ui/messages/with/buying/checkout.ts'
import '#ui/messages/with/buying/orders.ts'
import '#ui/messages/with/account/profile.ts'
import '#ui/messages/with/buying/wallet.ts'
export { MyTicketsRoute } from '#storefront/wallet/my-tickets-route.tsx'
export { OrdersRoute } from '#storefront/orders/orders-route.tsx'
export { TicketRoute } from '#storefront/wallet/ticket-route.tsx'
