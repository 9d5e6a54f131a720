import { myRole, type Role } from '#backend/people-api.ts'
import type { Result } from '#domain/failure.ts'
import { owner } from './session.ts'
import { openStore } from './store.ts'

export { watchRole } from './who.ts'

/** Asks the server for the role and keeps it. */
export async function refreshRole(): Promise<Result<Role>> {
  const ownerId = await owner()
  const role = await myRole()
  if (role.ok && ownerId !== null && (await owner()) === ownerId)
    await (await openStore()).table('people').put({ ownerId, role: role.value })
  return role
}
