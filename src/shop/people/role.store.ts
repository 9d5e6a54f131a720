import { myRole } from './my-account.api.ts'
import type { HeldRole } from './role.ts'
import type { Result } from '#platform/failure/failure.ts'
import { changedSince } from '#shop/device/merge.ts'
import { owner } from './session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'

export async function refreshRole(): Promise<Result<HeldRole>> {
  const ownerId = await owner()
  const asked = Date.now()
  const role = await myRole()
  if (role.ok && ownerId !== null && (await owner()) === ownerId)
    await putRole(await openStore(), ownerId, role.value, asked)
  return role
}

/** Stores the role requested at `asked` (ms), unless a later answer was stored since. */
export async function putRole(store: Store, ownerId: string, held: HeldRole, asked: number): Promise<void> {
  const { role, endsAt } = held
  const before = await store.table('people').get(ownerId)
  const same = before?.role === role && before.roleEndsAt === endsAt
  if (before && (same || changedSince(before, asked))) return
  await store.table('people').put({ ownerId, role, roleEndsAt: endsAt, savedAt: Date.now() })
}
