import { Suspense, lazy } from 'react'
import type { ComponentType } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { EventRoute } from '#storefront/catalogue/event/event-route.tsx'
import { patterns, paths } from '#ui/paths.ts'
import { AuthLayout } from './layouts/auth-layout.tsx'
import { NotFoundRoute } from './not-found-route.tsx'
import { ShopLayout } from './layouts/shop-layout.tsx'
import { loadGate } from './chunks/load-gate.ts'

/** A route component out of a surface's chunk. */
const from = <M, K extends keyof M>(load: () => Promise<M>, name: K) =>
  lazy(async () => ({ default: (await load())[name] as ComponentType }))

const catalogue = () => import('./chunks/catalogue.ts')
const HomeRoute = from(catalogue, 'HomeRoute')
const EventsRoute = from(catalogue, 'EventsRoute')
const ConcertsRoute = from(catalogue, 'ConcertsRoute')

const CartRoute = from(() => import('#storefront/cart/cart-route.tsx'), 'CartRoute')
const CheckoutRoute = from(() => import('#storefront/checkout/checkout-route.tsx'), 'CheckoutRoute')
const wallet = () => import('./chunks/wallet.ts')
const MyTicketsRoute = from(wallet, 'MyTicketsRoute')
const OrdersRoute = from(wallet, 'OrdersRoute')
const TicketRoute = from(wallet, 'TicketRoute')

const own = () => import('./chunks/my-account.ts')
const ProfileRoute = from(own, 'ProfileRoute')
const SettingsRoute = from(own, 'SettingsRoute')

const info = () => import('./chunks/info.ts')
const AboutRoute = from(info, 'AboutRoute')
const ContactRoute = from(info, 'ContactRoute')
const FaqRoute = from(info, 'FaqRoute')
const HelpRoute = from(info, 'HelpRoute')
const PrivacyRoute = from(info, 'PrivacyRoute')
const RefundRoute = from(info, 'RefundRoute')
const SupportRoute = from(info, 'SupportRoute')
const TermsRoute = from(info, 'TermsRoute')

const door = () => import('./chunks/auth.ts')
const LoginRoute = from(door, 'LoginRoute')
const RegisterRoute = from(door, 'RegisterRoute')
const CallbackRoute = from(door, 'CallbackRoute')
const ResetPasswordRoute = from(door, 'ResetPasswordRoute')

const ConsoleRoutes = from(() => import('#console/console-routes.tsx'), 'ConsoleRoutes')

const GateRoutes = loadGate && from(loadGate, 'GateRoutes')

/** Every address of the app. Staff pages and the sign-in pages stand outside the shop's layout. */
export function Router() {
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      <Routes>
        <Route element={<ShopLayout />}>
          <Route path={paths.home} element={<HomeRoute />} />
          <Route path={paths.events} element={<EventsRoute />} />
          <Route path={patterns.event} element={<EventRoute />} />
          <Route path={paths.concerts} element={<ConcertsRoute />} />
          <Route path={paths.cart} element={<CartRoute />} />
          <Route path={paths.checkout} element={<CheckoutRoute />} />
          <Route path={paths.myTickets} element={<MyTicketsRoute />} />
          <Route path={patterns.orders} element={<OrdersRoute />} />
          <Route path={paths.profile} element={<ProfileRoute />} />
          <Route path={paths.settings} element={<SettingsRoute />} />
          <Route path={paths.about} element={<AboutRoute />} />
          <Route path={paths.contact} element={<ContactRoute />} />
          <Route path={paths.faq} element={<FaqRoute />} />
          <Route path={paths.support} element={<SupportRoute />} />
          <Route path={paths.help} element={<HelpRoute />} />
          <Route path={paths.terms} element={<TermsRoute />} />
          <Route path={paths.privacy} element={<PrivacyRoute />} />
          <Route path={paths.refund} element={<RefundRoute />} />
          <Route path="*" element={<NotFoundRoute />} />
        </Route>
        <Route path={patterns.ticket} element={<TicketRoute />} />
        <Route element={<AuthLayout />}>
          <Route path={paths.login} element={<LoginRoute />} />
          <Route path={paths.register} element={<RegisterRoute />} />
          <Route path={paths.authCallback} element={<CallbackRoute />} />
          <Route path={paths.resetPassword} element={<ResetPasswordRoute />} />
        </Route>
        {GateRoutes && <Route path={`${paths.adminScan}/*`} element={<GateRoutes />} />}
        <Route path={paths.admin} element={<Navigate to={paths.adminDashboard} replace />} />
        <Route path={patterns.admin} element={<ConsoleRoutes />} />
      </Routes>
    </Suspense>
  )
}
