import { may, type StaffRole } from '#shop/people/role.ts'
import { useIdentity } from './identity.ts'

/** Returns whether the signed-in person is an admin or has one of these roles; without any, whether they are an admin. */
export function useMay(): (...any: readonly StaffRole[]) => boolean {
  const identity = useIdentity()
  return (...any) => identity.status === 'signed-in' && may(identity.roles, ...any)
}
