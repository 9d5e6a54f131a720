import { RequireStaff } from '#account/session/guards.tsx'
import '#ui/messages/with/gate/gate.ts'
import '#ui/messages/with/gate/prepare.ts'
import '../index.css'
import { GateScreen } from './gate-screen.tsx'

export function GateRoutes() {
  return (
    <RequireStaff staff="gate">
      <GateScreen />
    </RequireStaff>
  )
}
