import { readMyProfile, saveMyProfile } from '#backend/people-api.ts'
import { toFailure } from '#backend/errors.ts'
import { failed, ok, type Result } from '#domain/failure.ts'
import type { Profile, ProfileChange } from '#domain/profile.ts'
import { owner } from './session.ts'
import { openStore } from './store.ts'
import type { Store } from './table.ts'

export { watchMyProfile } from './who.ts'

/** Reads the profile from the server and keeps it here. */
export async function refreshProfile(): Promise<Result<Profile | null>> {
  const ownerId = await owner()
  if (ownerId === null) return failed('signed_out')
  const asked = Date.now()
  const read = await readMyProfile(ownerId)
  if (!read.ok || read.value === null) return read
  return keep(ownerId, read.value, asked)
}

/** The profile as it is on the device now; null for a visitor, and before it has come. */
export async function storedProfile(): Promise<Profile | null> {
  const ownerId = await owner()
  return ownerId === null ? null : ((await (await openStore()).table('profiles').get(ownerId)) ?? null)
}

/** Changes what is given, on the server and then here. Nothing changes when it fails. */
export async function saveProfile(change: ProfileChange): Promise<Result<Profile>> {
  const ownerId = await owner()
  if (ownerId === null) return failed('signed_out')
  const saved = await saveMyProfile(change)
  return saved.ok ? keep(ownerId, saved.value) : saved
}

async function keep(ownerId: string, profile: Profile, asked?: number): Promise<Result<Profile>> {
  try {
    // The answer to another person's session is not this person's row.
    if ((await owner()) !== ownerId) return failed('signed_out')
    return ok(await putProfile(await openStore(), ownerId, profile, asked))
  } catch (error) {
    return { ok: false, failure: toFailure(error) }
  }
}

/**
 * Puts a profile on the device: what was saved just now, or, with `asked` (ms), the answer to a question asked then.
 * An answer to a question older than the row's last saving changes nothing: it does not know of that saving. Resolves
 * to what is on the device afterwards.
 */
export async function putProfile(store: Store, ownerId: string, profile: Profile, asked?: number): Promise<Profile> {
  const profiles = store.table('profiles')
  const before = await profiles.get(ownerId)
  if (asked !== undefined && before?.savedAt !== undefined && before.savedAt >= asked) return before
  const row = { ...profile, ownerId, savedAt: asked === undefined ? Date.now() : before?.savedAt }
  await profiles.put(row)
  return row
}
