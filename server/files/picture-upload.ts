import { MAX_PICTURE_PIXELS, pictureType, pixelsOf } from '#shop/pictures/picture-format.ts'

/** The bucket has the same limit. */
export const PICTURE_LIMIT_BYTES = 5 * 1024 * 1024

export interface Upload {
  bytes: Buffer
  type: string
  cacheControl: string
}

const FORM_OVERHEAD_BYTES = 64 * 1024
export const UPLOAD_LIMIT_BYTES = PICTURE_LIMIT_BYTES + FORM_OVERHEAD_BYTES

const seconds = (value: unknown): string => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? value : '3600')

/** Returns the file of an upload, either the whole body or the one file of a multipart form; null for neither. */
export async function unpackUpload(
  body: Buffer,
  contentType: string,
  cacheControl: string | undefined,
): Promise<Upload | null> {
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
    return { bytes: body, type, cacheControl: cacheControl ?? 'max-age=3600' }
  }
  const request = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
  const form = await request.formData().catch(() => null)
  const files = form ? [...form.values()].filter((value) => typeof value !== 'string') : []
  const [file] = files
  if (!form || !file || files.length > 1) return null
  return {
    bytes: Buffer.from(await file.arrayBuffer()),
    type: file.type.split(';')[0]?.trim().toLowerCase() ?? '',
    cacheControl: `max-age=${seconds(form.get('cacheControl'))}`,
  }
}

export type UploadFault = { status: 400 | 413 | 415; error: string; message: string }

/** As the bucket of posters has. */
export const POSTER_LIMIT_BYTES = 600 * 1024
const POSTERS = '/storage/v1/object/posters/'

/** Returns the type of a poster or a logo by its first bytes. A logo is a PNG and a poster none: of a photograph it is too large. */
function posterType(bytes: Buffer, isLogo: boolean): string | null {
  if (!isLogo && /^ftypavi[fs]$/.test(bytes.toString('latin1', 4, 12))) return 'image/avif'
  const type = pictureType(bytes)
  return (type === 'image/png') === isLogo ? type : null
}

/**
 * Returns why an upload to `pathname` is not an allowed picture, or null. The bytes must match the declared type. Posters
 * and logos are smaller than screenshots.
 */
export function faultOfUpload(upload: Upload | null, pathname = ''): UploadFault | null {
  const isPoster = pathname.startsWith(POSTERS)
  const isLogo = pathname.startsWith(`${POSTERS}logo/`)
  if (!upload) return { status: 400, error: 'InvalidRequest', message: 'The upload carries no file' }
  if (upload.bytes.length === 0) return { status: 400, error: 'InvalidRequest', message: 'The file is empty' }
  if (upload.bytes.length > (isPoster ? POSTER_LIMIT_BYTES : PICTURE_LIMIT_BYTES)) {
    return { status: 413, error: 'Payload too large', message: 'The object exceeded the maximum allowed size' }
  }
  const type = isPoster ? posterType(upload.bytes, isLogo) : pictureType(upload.bytes)
  if (!type || type !== upload.type) {
    return {
      status: 415,
      error: 'invalid_mime_type',
      message: `The file is not a ${isLogo ? 'PNG' : isPoster ? 'WebP, AVIF or JPEG' : 'PNG, JPEG or WebP'} picture`,
    }
  }
  if ((pixelsOf(upload.bytes) ?? 0) > MAX_PICTURE_PIXELS) {
    return { status: 413, error: 'Payload too large', message: 'The picture has too many pixels' }
  }
  return null
}

const part = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** Converts the embedded backend's object info to hosted Supabase's format (`GET /object/info`). */
export function infoAsHosted(stored: Record<string, unknown>): Record<string, unknown> {
  const metadata = part(stored['metadata'])
  return {
    id: stored['id'],
    name: stored['name'],
    version: stored['version'],
    bucket_id: stored['bucket_id'],
    size: metadata['size'],
    content_type: metadata['mimetype'],
    cache_control: metadata['cacheControl'],
    etag: metadata['eTag'],
    metadata: part(stored['user_metadata']),
    last_modified: metadata['lastModified'],
    created_at: stored['created_at'],
  }
}
