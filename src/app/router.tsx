import { Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { EventRoute } from '#storefront/catalogue/event/event-route.tsx'
import { patterns, paths } from '#ui/paths.ts'
import { AuthLayout, ShopLayout } from './layouts/shop-layout.tsx'
import { hasGate } from './chunks/gate.ts'
import { lazyFrom } from './chunks/load.ts'

const HomeRoute = lazyFrom('catalogue', 'HomeRoute')
const EventsRoute = lazyFrom('catalogue', 'EventsRoute')
const ConcertsRoute = lazyFrom('catalogue', 'ConcertsRoute')
const PreviewRoute = lazyFrom('preview', 'PreviewRoute')
const QueueRoute = lazyFrom('queue', 'QueueRoute')
const CartRoute = lazyFrom('cart', 'CartRoute')
const CheckoutRoute = lazyFrom('checkout', 'CheckoutRoute')
const MyTicketsRoute = lazyFrom('wallet', 'MyTicketsRoute')
const UpdatesRoute = lazyFrom('wallet', 'UpdatesRoute')
const OrdersRoute = lazyFrom('wallet', 'OrdersRoute')
const TicketRoute = lazyFrom('wallet', 'TicketRoute')
const TicketLinkRoute = lazyFrom('ticketLink', 'TicketLinkRoute')
const ProfileRoute = lazyFrom('myAccount', 'ProfileRoute')
const SettingsRoute = lazyFrom('myAccount', 'SettingsRoute')
const NotFoundRoute = lazyFrom('info', 'NotFoundRoute')
const AboutRoute = lazyFrom('info', 'AboutRoute')
const ContactRoute = lazyFrom('info', 'ContactRoute')
const FaqRoute = lazyFrom('info', 'FaqRoute')
const HelpRoute = lazyFrom('info', 'HelpRoute')
const PrivacyRoute = lazyFrom('info', 'PrivacyRoute')
const RefundRoute = lazyFrom('info', 'RefundRoute')
const SupportRoute = lazyFrom('info', 'SupportRoute')
const TermsRoute = lazyFrom('info', 'TermsRoute')
const LoginRoute = lazyFrom('auth', 'LoginRoute')
const RegisterRoute = lazyFrom('auth', 'RegisterRoute')
const CallbackRoute = lazyFrom('auth', 'CallbackRoute')
const ResetPasswordRoute = lazyFrom('auth', 'ResetPasswordRoute')
const InvitationRoute = lazyFrom('invitation', 'InvitationRoute')
const ConsoleRoutes = lazyFrom('console', 'ConsoleRoutes')
const GateRoutes = lazyFrom('gate', 'GateRoutes')

export function Router() {
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      <Routes>
        <Route element={<ShopLayout />}>
          <Route path={paths.home} element={<HomeRoute />} />
          <Route path={paths.events} element={<EventsRoute />} />
          <Route path={patterns.event} element={<EventRoute />} />
          <Route path={paths.concerts} element={<ConcertsRoute />} />
          <Route path={paths.preview} element={<PreviewRoute />} />
          <Route path={patterns.queue} element={<QueueRoute />} />
          <Route path={paths.cart} element={<CartRoute />} />
          <Route path={paths.checkout} element={<CheckoutRoute />} />
          <Route path={paths.myTickets} element={<MyTicketsRoute />} />
          <Route path={paths.updates} element={<UpdatesRoute />} />
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
          <Route path={paths.ticketLink} element={<TicketLinkRoute />} />
          <Route path={paths.invitation} element={<InvitationRoute />} />
          <Route path="*" element={<NotFoundRoute />} />
        </Route>
        <Route path={patterns.ticket} element={<TicketRoute />} />
        <Route element={<AuthLayout />}>
          <Route path={paths.login} element={<LoginRoute />} />
          <Route path={paths.register} element={<RegisterRoute />} />
          <Route path={paths.authCallback} element={<CallbackRoute />} />
          <Route path={paths.resetPassword} element={<ResetPasswordRoute />} />
        </Route>
        {hasGate && <Route path={`${paths.adminScan}/*`} element={<GateRoutes />} />}
        <Route path={paths.admin} element={<Navigate to={paths.adminDashboard} replace />} />
        <Route path={patterns.admin} element={<ConsoleRoutes />} />
      </Routes>
    </Suspense>
  )
}
