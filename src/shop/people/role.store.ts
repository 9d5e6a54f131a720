import { myRoles } from './my-account.api.ts'
import type { HeldRole } from './role.ts'
import type { Result } from '#platform/failure/failure.ts'
import { changedSince } from '#shop/device/merge.ts'
import { owner } from './session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'

export async function refreshRoles(): Promise<Result<HeldRole[]>> {
  const ownerId = await owner()
  const asked = Date.now()
  const roles = await myRoles()
  if (roles.ok && ownerId !== null && (await owner()) === ownerId)
    await putRoles(await openStore(), ownerId, roles.value, asked)
  return roles
}

/** Stores the roles requested at `asked` (ms), unless a later answer was stored since. */
export async function putRoles(
  store: Store,
  ownerId: string,
  roles: readonly HeldRole[],
  asked: number,
): Promise<void> {
  const before = await store.table('people').get(ownerId)
  const same = JSON.stringify(before?.roles) === JSON.stringify(roles)
  if (before && (same || changedSince(before, asked))) return
  await store.table('people').put({ ownerId, roles, savedAt: Date.now() })
}
