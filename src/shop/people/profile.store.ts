import { readMyProfile, saveMyProfile } from './my-account.api.ts'
import { attempt } from '#platform/failure/attempt.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import type { Profile, ProfileChange } from './profile.ts'
import { changedSince, sameRow } from '#shop/device/merge.ts'
import { owner, ownerIn } from './session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { forgetWalletDigest } from '#shop/tickets/wallet-digest.store.ts'

export { watchMyProfile } from './current-user.store.ts'

export async function refreshProfile(): Promise<Result<Profile | null>> {
  const ownerId = await owner()
  if (ownerId === null) return failed('signed_out')
  const asked = Date.now()
  const read = await readMyProfile(ownerId)
  if (!read.ok || read.value === null) return read
  return keep(ownerId, read.value, asked)
}

/** Null for a visitor, and before the profile has arrived. */
export async function storedProfile(): Promise<Profile | null> {
  const ownerId = await owner()
  return ownerId === null ? null : ((await (await openStore()).table('profiles').get(ownerId)) ?? null)
}

/** Saves on the server and then here. Nothing changes when it fails. */
export async function saveProfile(change: ProfileChange): Promise<Result<Profile>> {
  const ownerId = await owner()
  if (ownerId === null) return failed('signed_out')
  const asked = Date.now()
  const saved = await saveMyProfile(change)
  if (!saved.ok) return saved
  const kept = await keep(ownerId, saved.value, asked)
  // Another tab saved meanwhile: only the server knows the later value.
  if (!kept.ok || sameRow(withoutTimes(kept.value), saved.value)) return kept
  const read = await refreshProfile()
  return read.ok && read.value !== null ? ok(read.value) : kept
}

async function keep(ownerId: string, profile: Profile, asked: number): Promise<Result<Profile>> {
  return attempt(async () => {
    const store = await openStore()
    return await store.transact(['profiles', 'session', 'meta'], async () => {
      // The answer belongs to the previous person.
      if ((await ownerIn(store)) !== ownerId) return failed('signed_out')
      await forgetWalletDigest(store, ownerId)
      return ok(await putProfile(store, ownerId, profile, asked))
    })
  })
}

/** Stores an answer requested at `asked` (ms) unless the row changed here since. Returns the stored profile. */
export async function putProfile(store: Store, ownerId: string, profile: Profile, asked: number): Promise<Profile> {
  const profiles = store.table('profiles')
  const before = await profiles.get(ownerId)
  const row = { ...profile, ownerId }
  if (before && (sameRow(before, row) || changedSince(before, asked))) return before
  const next = { ...row, savedAt: Date.now() }
  await profiles.put(next)
  return next
}

const withoutTimes = (profile: Profile): Profile => {
  const { ownerId: _owner, savedAt: _at, ...plain } = profile as Profile & { ownerId?: string; savedAt?: number }
  return plain
}
