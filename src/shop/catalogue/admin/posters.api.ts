import { ok, type Result } from '#platform/failure/failure.ts'
import { call } from '#platform/supabase/call.ts'
import { fileBackend } from '#platform/supabase/client.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { list, text } from '#platform/text/wire.ts'
import { withProgress } from '#platform/supabase/upload-progress.ts'
import { POSTER_BUCKET } from '../about/poster-files.ts'

/** In seconds; a file never changes under its name. */
const CACHE_SECONDS = '31536000'

/** Stores the files of a poster; one that is there already has the same bytes. `onProgress` gets 0 to 1. */
export async function uploadPoster(
  files: readonly { name: string; blob: Blob }[],
  onProgress: (part: number) => void,
): Promise<Result<null>> {
  const total = files.reduce((sum, { blob }) => sum + blob.size, 0)
  let sent = 0
  for (const { name, blob } of files) {
    const before = sent
    const progress = (part: number): void => onProgress((before + part * blob.size) / total)
    // oxlint-disable-next-line no-await-in-loop -- one after the other, for a slow network
    const stored = await withProgress(`/object/${POSTER_BUCKET}/${name}`, progress, () =>
      call(async () =>
        (await fileBackend({ console: true })).storage.from(POSTER_BUCKET).upload(name, blob, {
          contentType: blob.type,
          cacheControl: CACHE_SECONDS,
          upsert: false,
        }),
      ),
    )
    const there =
      !stored.ok && (stored.failure.status === 409 || /already exists|duplicate/i.test(stored.failure.message))
    if (!stored.ok && !there) return stored
    sent += blob.size
    onProgress(sent / total)
  }
  return ok(null)
}

/** Deletes files of replaced posters and deleted events, a day old. A failure waits for the next call. */
export async function deleteUnusedPosters(): Promise<Result<number>> {
  const unused = await asStaff.call('find_unused_posters', {}, list(text))
  if (!unused.ok || unused.value.length === 0) return unused.ok ? ok(0) : unused
  const gone = await call(async () =>
    (await fileBackend({ console: true })).storage.from(POSTER_BUCKET).remove(unused.value),
  )
  return gone.ok ? ok(unused.value.length) : gone
}
