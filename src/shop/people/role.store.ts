import { myRole } from './my-account.api.ts'
import type { Role } from './role.ts'
import type { Result } from '#platform/failure/failure.ts'
import { changedSince } from '#shop/device/merge.ts'
import { owner } from './session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'

export async function refreshRole(): Promise<Result<Role>> {
  const ownerId = await owner()
  const asked = Date.now()
  const role = await myRole()
  if (role.ok && ownerId !== null && (await owner()) === ownerId)
    await putRole(await openStore(), ownerId, role.value, asked)
  return role
}

/** Stores the role requested at `asked` (ms), unless a later answer was stored since. */
export async function putRole(store: Store, ownerId: string, role: Role, asked: number): Promise<void> {
  const before = await store.table('people').get(ownerId)
  if (before && (before.role === role || changedSince(before, asked))) return
  await store.table('people').put({ ownerId, role, savedAt: Date.now() })
}
