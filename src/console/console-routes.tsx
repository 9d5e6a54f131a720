import { Navigate, Route, Routes } from 'react-router-dom'
import { RequireStaff } from '#account/session/guards.tsx'
import { paths } from '#ui/paths.ts'
import '../index.css'
import { AnnouncementsRoute } from './announcements/announcements-route.tsx'
import { BankRoute } from './bank/bank-route.tsx'
import { CreditsRoute } from './bank/credits/credits-route.tsx'
import { ProofsRoute } from './bank/proofs/proofs-route.tsx'
import { TicketsRoute } from './tickets/tickets-route.tsx'
import { BoxOfficeRoute } from './box-office/box-office-route.tsx'
import { TillsRoute } from './box-office/till/tills-route.tsx'
import { BulkUploadRoute } from './bulk-upload/bulk-upload-route.tsx'
import { CodesRoute } from './codes/codes-route.tsx'
import { ConsoleLoginRoute } from './console-login-route.tsx'
import { DashboardRoute } from './dashboard/dashboard-route.tsx'
import { AboutRoute } from './events/about/about-route.tsx'
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
import { MissingRoute } from './shell/missing-route.tsx'
import { PaymentsRoute } from './payments/payments-route.tsx'
import { SeatsRoute } from './seats/seats-route.tsx'
import { ChecklistRoute } from './settings/checklist/checklist-route.tsx'
import { SettingsRoute } from './settings/settings-route.tsx'
import { QueueRoute } from './queue/queue-route.tsx'
import { RefundsRoute } from './refunds/refunds-route.tsx'
import { Shell } from './shell/shell.tsx'
import { SingersRoute } from './singers/singers-route.tsx'
import { TicketCategoriesRoute } from './ticket-categories/ticket-categories-route.tsx'
import { InvitationsRoute } from './users/invitations-route.tsx'
import { TaxRoute } from './terms/tax-route.tsx'
import { UsersRoute } from './users/users-route.tsx'

export function ConsoleRoutes() {
  return (
    <Routes>
      <Route path="login" element={<ConsoleLoginRoute />} />
      <Route
        path="box-office"
        element={
          <RequireStaff staff="box_office">
            <BoxOfficeRoute />
          </RequireStaff>
        }
      />
      <Route
        element={
          <RequireStaff staff="admin">
            <Shell />
          </RequireStaff>
        }
      >
        <Route index element={<Navigate to={paths.adminDashboard} replace />} />
        <Route path="dashboard" element={<DashboardRoute />} />
        <Route path="live" element={<LiveRoute />} />
        <Route path="dashboard/history" element={<HistoryRoute />} />
        <Route path="users" element={<UsersRoute />} />
        <Route path="users/invitations" element={<InvitationsRoute />} />
        <Route path="singers" element={<SingersRoute />} />
        <Route path="events" element={<EventsRoute />} />
        <Route path="events/:eventId/edit" element={<EditConcertRoute />} />
        <Route path="events/new" element={<NewConcertRoute />} />
        <Route path="events/:eventId/about" element={<AboutRoute />} />
        <Route path="announcements" element={<AnnouncementsRoute />} />
        <Route path="events/:eventId/gate" element={<GateWatchRoute />} />
        <Route path="events/:eventId/seats" element={<SeatsRoute />} />
        <Route path="events/:eventId/guests" element={<GuestsRoute />} />
        <Route path="events/:eventId/queue" element={<QueueRoute />} />
        <Route path="tickets" element={<TicketCategoriesRoute />} />
        <Route path="bookings" element={<TicketsRoute />} />
        <Route path="bookings/refunds" element={<RefundsRoute />} />
        <Route path="payments" element={<PaymentsRoute />} />
        <Route path="payments/bank" element={<BankRoute />} />
        <Route path="payments/bank/credits" element={<CreditsRoute />} />
        <Route path="payments/bank/proofs" element={<ProofsRoute />} />
        <Route path="tills" element={<TillsRoute />} />
        <Route path="bulk-upload" element={<BulkUploadRoute />} />
        <Route path="settings" element={<SettingsRoute />} />
        <Route path="settings/checklist" element={<ChecklistRoute />} />
        <Route path="settings/tax" element={<TaxRoute />} />
        <Route path="help" element={<HelpRoute />} />
        <Route path="codes" element={<CodesRoute />} />
        <Route path="layouts" element={<LayoutsRoute />} />
        <Route path="layouts/:layoutId" element={<LayoutEditorRoute />} />
        <Route path="*" element={<MissingRoute />} />
      </Route>
    </Routes>
  )
}
