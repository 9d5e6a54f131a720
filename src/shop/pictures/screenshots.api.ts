import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { call } from '#platform/supabase/call.ts'
import { fileBackend } from '#platform/supabase/client.ts'
import { withProgress } from '#platform/supabase/upload-progress.ts'

/** Private bucket of payment screenshots. */
const BUCKET = 'payments'
/** Seconds a proxy may keep it; the picture never changes under its path. */
const CACHE_SECONDS = '3600'

/**
 * Puts a screenshot at its path, which is the same at every attempt. A picture that is already there counts as
 * arrived when its size is ours. Fails with `file_refused` (type or size), or `changed_meanwhile` when another
 * picture stands at that path.
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
  // Hosted storage says the size itself, the embedded one within the metadata.
  const { size, metadata } = info.value as { size?: number; metadata?: { size?: number } }
  return (size ?? metadata?.size) === bytes.byteLength
    ? ok(null)
    : failed('changed_meanwhile', 'another picture stands at this path')
}
