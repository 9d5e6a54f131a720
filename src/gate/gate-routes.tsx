import { RequireStaff } from '#account/guards.tsx'
import '#ui/messages/with/gate.ts'
import '#ui/messages/with/prepare.ts'
import { GateScreen } from './gate-screen.tsx'

/** /admin/scan, outside the console's frame, for gate staff and admins. */
export function GateRoutes() {
  return (
    <RequireStaff staff="gate">
      <GateScreen />
    </RequireStaff>
  )
}
