import type { StaffRole } from '#shop/people/role.ts'
import { paths } from '#ui/paths.ts'

/** Where people of each role begin. */
export const staffPlaces: Readonly<Record<StaffRole, string>> = {
  admin: paths.adminDashboard,
  events: paths.adminEvents,
  payments: paths.adminDashboard,
  box_office: paths.adminBoxOffice,
  gate: paths.adminScan,
}
