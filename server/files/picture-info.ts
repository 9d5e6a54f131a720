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
