import { Route, Routes } from 'react-router-dom'
import { RequireStaff } from '#account/session/guards.tsx'
import { paths } from '#ui/paths.ts'
import '../index.css'
import { AnnouncementsRoute } from './announcements/announcements-route.tsx'
import { BankRoute } from './bank/bank-route.tsx'
import { CreditsRoute } from './bank/credits/credits-route.tsx'
import { ProofsRoute } from './bank/proofs/proofs-route.tsx'
import { TicketsRoute } from './bookings/tickets-route.tsx'
import { BooksRoute } from './books/books-route.tsx'
import { BoxOfficeRoute } from './box-office/box-office-route.tsx'
import { TillsRoute } from './box-office/till/tills-route.tsx'
import { BulkUploadRoute } from './bulk-upload/bulk-upload-route.tsx'
import { CodesRoute } from './codes/codes-route.tsx'
import { ConcertLayout } from './concert/concert-layout.tsx'
import { ConcertSettingsRoute } from './concert/concert-settings-route.tsx'
import { OverviewRoute } from './concert/overview-route.tsx'
import { ConsoleLoginRoute } from './console-login-route.tsx'
import { DashboardRoute } from './dashboard/dashboard-route.tsx'
import { EditConcertRoute } from './events/edit/edit-concert-route.tsx'
import { NewConcertRoute } from './events/new/new-concert-route.tsx'
import { EventsRoute } from './events/events-route.tsx'
import { GateWatchRoute } from './gate/gate-watch-route.tsx'
import { GuestsRoute } from './guests/guests-route.tsx'
import { HelpRoute } from './help/help-route.tsx'
import { HistoryRoute } from './history/history-route.tsx'
import { LayoutEditorRoute } from './layouts/layout-editor-route.tsx'
import { LayoutsRoute } from './layouts/layouts-route.tsx'
import { LiveRoute } from './live/live-route.tsx'
import { MissingRoute, StartRoute } from './shell/other-routes.tsx'
import { PapersRoute } from './payments/papers-route.tsx'
import { PaymentsRoute } from './payments/payments-route.tsx'
import { SeatsRoute } from './seats/seats-route.tsx'
import { ChecklistRoute } from './settings/checklist-route.tsx'
import { BankSetupRoute } from './settings/bank/bank-setup-route.tsx'
import { SettingsRoute } from './settings/settings-route.tsx'
import { SettlementRoute } from './settlement/settlement-route.tsx'
import { QueueRoute } from './queue/queue-route.tsx'
import { RefundsRoute } from './refunds/refunds-route.tsx'
import { ShareRoute } from './share/share-route.tsx'
import { Shell } from './shell/shell.tsx'
import { SingersRoute } from './singers/singers-route.tsx'
import { TicketCategoriesRoute } from './ticket-categories/ticket-categories-route.tsx'
import { InvitationsRoute } from './users/invitations-route.tsx'
import { TaxRoute } from './terms/tax-route.tsx'
import { UsersRoute } from './users/users-route.tsx'

/** The path of a page as seen from the console's own path; `:id` in place of an id. */
const inside = (path: string): string => decodeURIComponent(path.slice(`${paths.admin}/`.length))

export function ConsoleRoutes() {
  return (
    <Routes>
      <Route path={inside(paths.adminLogin)} element={<ConsoleLoginRoute />} />
      <Route
        path={inside(paths.adminBoxOffice)}
        element={
          <RequireStaff staff={['box_office']}>
            <BoxOfficeRoute />
          </RequireStaff>
        }
      />
      <Route
        path={inside(paths.adminPapers(':paymentId'))}
        element={
          <RequireStaff staff={['payments', 'box_office']}>
            <PapersRoute />
          </RequireStaff>
        }
      />
      <Route
        element={
          <RequireStaff staff={['events', 'payments']}>
            <Shell />
          </RequireStaff>
        }
      >
        <Route index element={<StartRoute />} />
        <Route path={inside(paths.adminDashboard)} element={<DashboardRoute />} />
        <Route path={inside(paths.adminLive)} element={<LiveRoute />} />
        <Route path={inside(paths.adminHistory)} element={<HistoryRoute />} />
        <Route path={inside(paths.adminUsers)} element={<UsersRoute />} />
        <Route path={inside(paths.adminInvitations)} element={<InvitationsRoute />} />
        <Route path={inside(paths.adminSingers)} element={<SingersRoute />} />
        <Route path={inside(paths.adminEvents)} element={<EventsRoute />} />
        <Route path={inside(paths.adminNewConcert)} element={<NewConcertRoute />} />
        <Route element={<ConcertLayout />}>
          <Route path={inside(paths.adminEvent(':eventId'))} element={<OverviewRoute />} />
          <Route path={inside(paths.adminEventShare(':eventId'))} element={<ShareRoute />} />
          <Route path={inside(paths.adminEventTickets(':eventId'))} element={<TicketCategoriesRoute />} />
          <Route path={inside(paths.adminEventSeats(':eventId'))} element={<SeatsRoute />} />
          <Route path={inside(paths.adminEventOrders(':eventId'))} element={<PaymentsRoute />} />
          <Route path={inside(paths.adminEventBookings(':eventId'))} element={<TicketsRoute />} />
          <Route path={inside(paths.adminEventGuests(':eventId'))} element={<GuestsRoute />} />
          <Route path={inside(paths.adminEventGate(':eventId'))} element={<GateWatchRoute />} />
          <Route path={inside(paths.adminEventMessages(':eventId'))} element={<AnnouncementsRoute />} />
          <Route path={inside(paths.adminEventSettlement(':eventId'))} element={<SettlementRoute />} />
          <Route path={inside(paths.adminEventSettings(':eventId'))} element={<ConcertSettingsRoute />} />
          <Route path={inside(paths.adminEditConcert(':eventId'))} element={<EditConcertRoute />} />
          <Route path={inside(paths.adminEventQueue(':eventId'))} element={<QueueRoute />} />
        </Route>
        <Route path={inside(paths.adminAnnouncements)} element={<AnnouncementsRoute />} />
        <Route path={inside(paths.adminTickets)} element={<TicketCategoriesRoute />} />
        <Route path={inside(paths.adminBookings)} element={<TicketsRoute />} />
        <Route path={inside(paths.adminRefunds)} element={<RefundsRoute />} />
        <Route path={inside(paths.adminPayments)} element={<PaymentsRoute />} />
        <Route path={inside(paths.adminBank)} element={<BankRoute />} />
        <Route path={inside(paths.adminCredits)} element={<CreditsRoute />} />
        <Route path={inside(paths.adminProofs)} element={<ProofsRoute />} />
        <Route path={inside(paths.adminBooks)} element={<BooksRoute />} />
        <Route path={inside(paths.adminTills)} element={<TillsRoute />} />
        <Route path={inside(paths.adminBulkUpload)} element={<BulkUploadRoute />} />
        <Route path={inside(paths.adminSettings)} element={<SettingsRoute />} />
        <Route path={inside(paths.adminChecklist)} element={<ChecklistRoute />} />
        <Route path={inside(paths.adminBankSetup)} element={<BankSetupRoute />} />
        <Route path={inside(paths.adminTax)} element={<TaxRoute />} />
        <Route path={inside(paths.adminHelp)} element={<HelpRoute />} />
        <Route path={inside(paths.adminCodes)} element={<CodesRoute />} />
        <Route path={inside(paths.adminLayouts)} element={<LayoutsRoute />} />
        <Route path={inside(paths.adminLayout(':layoutId'))} element={<LayoutEditorRoute />} />
        <Route path="*" element={<MissingRoute />} />
      </Route>
    </Routes>
  )
}
