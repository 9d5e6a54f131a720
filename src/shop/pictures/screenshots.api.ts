import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { call } from '#platform/supabase/call.ts'
import { fileBackend } from '#platform/supabase/client.ts'
import { withProgress } from '#platform/supabase/upload-progress.ts'

const BUCKET = 'payments'
/** In seconds; the picture at a path never changes. */
const CACHE_SECONDS = '3600'

/**
 * Sends a picture. One of the same size at `path` counts as sent. Fails with `file_refused`, or `changed_meanwhile`.
 */
export async function uploadScreenshot(
  path: string,
  bytes: ArrayBuffer,
  type: string,
  onProgress: (part: number) => void,
): Promise<Result<null>> {
  const sent = await withProgress(`/object/${BUCKET}/${path}`, onProgress, () =>
    call(async () => {
      const files = (await fileBackend()).storage.from(BUCKET)
      return files.upload(path, new Blob([bytes], { type }), {
        contentType: type,
        cacheControl: CACHE_SECONDS,
        upsert: false,
      })
    }),
  )
  if (sent.ok) return ok(null)
  const { failure } = sent
  if (failure.status !== 409 && !/already exists|duplicate/i.test(failure.message)) return sent
  const info = await call(async () => (await fileBackend()).storage.from(BUCKET).info(path))
  if (!info.ok) return info
  // Hosted storage has the size itself, the embedded one in the metadata.
  const { size, metadata } = info.value as { size?: number; metadata?: { size?: number } }
  return (size ?? metadata?.size) === bytes.byteLength
    ? ok(null)
    : failed('changed_meanwhile', 'another picture has this path')
}
