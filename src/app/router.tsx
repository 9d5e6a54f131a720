import { Suspense, type ComponentType } from 'react'
import { Route, Routes } from 'react-router-dom'
import { EventRoute } from '#storefront/catalogue/event/event-route.tsx'
import { patterns, paths } from '#ui/paths.ts'
import { AuthLayout, ShopLayout } from './layouts/shop-layout.tsx'
import { hasGate } from './chunks/gate.ts'
import { lazyFrom } from './chunks/load.ts'

const shopPages = [
  [paths.home, lazyFrom('catalogue', 'HomeRoute')],
  [paths.events, lazyFrom('catalogue', 'EventsRoute')],
  [patterns.event, EventRoute],
  [paths.concerts, lazyFrom('catalogue', 'ConcertsRoute')],
  [paths.preview, lazyFrom('preview', 'PreviewRoute')],
  [patterns.queue, lazyFrom('queue', 'QueueRoute')],
  [paths.cart, lazyFrom('cart', 'CartRoute')],
  [paths.checkout, lazyFrom('checkout', 'CheckoutRoute')],
  [paths.myTickets, lazyFrom('wallet', 'MyTicketsRoute')],
  [paths.updates, lazyFrom('wallet', 'UpdatesRoute')],
  [patterns.orders, lazyFrom('wallet', 'OrdersRoute')],
  [paths.profile, lazyFrom('myAccount', 'ProfileRoute')],
  [paths.settings, lazyFrom('myAccount', 'SettingsRoute')],
  [paths.about, lazyFrom('info', 'AboutRoute')],
  [paths.contact, lazyFrom('info', 'ContactRoute')],
  [paths.faq, lazyFrom('info', 'FaqRoute')],
  [paths.support, lazyFrom('info', 'SupportRoute')],
  [paths.help, lazyFrom('info', 'HelpRoute')],
  [paths.terms, lazyFrom('info', 'TermsRoute')],
  [paths.privacy, lazyFrom('info', 'PrivacyRoute')],
  [paths.refund, lazyFrom('info', 'RefundRoute')],
  [paths.accessibility, lazyFrom('statements', 'AccessibilityRoute')],
  [paths.noTricks, lazyFrom('statements', 'NoTricksRoute')],
  [paths.ticketLink, lazyFrom('ticketLink', 'TicketLinkRoute')],
  [paths.invitation, lazyFrom('invitation', 'InvitationRoute')],
  ['*', lazyFrom('info', 'NotFoundRoute')],
] as const

const authPages = [
  [paths.login, lazyFrom('auth', 'LoginRoute')],
  [paths.register, lazyFrom('auth', 'RegisterRoute')],
  [paths.authCallback, lazyFrom('auth', 'CallbackRoute')],
  [paths.resetPassword, lazyFrom('auth', 'ResetPasswordRoute')],
] as const

const TicketRoute = lazyFrom('wallet', 'TicketRoute')
const ConsoleRoutes = lazyFrom('console', 'ConsoleRoutes')
const GateRoutes = lazyFrom('gate', 'GateRoutes')

const routesOf = (pages: readonly (readonly [path: string, Page: ComponentType])[]) =>
  pages.map(([path, Page]) => <Route key={path} path={path} element={<Page />} />)

export function Router() {
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      <Routes>
        <Route element={<ShopLayout />}>{routesOf(shopPages)}</Route>
        <Route path={patterns.ticket} element={<TicketRoute />} />
        <Route element={<AuthLayout />}>{routesOf(authPages)}</Route>
        {hasGate && <Route path={`${paths.adminScan}/*`} element={<GateRoutes />} />}
        <Route path={patterns.admin} element={<ConsoleRoutes />} />
      </Routes>
    </Suspense>
  )
}
