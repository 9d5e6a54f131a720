import { createHash, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { createReadStream } from 'node:fs'
import { requestNotes } from '../database/embedded-driver.ts'

interface FileMetadata {
  cacheControl: string
  contentLength: number
  size: number
  mimetype: string
  lastModified: Date
  eTag: string
}

interface StoredObject {
  httpStatusCode: number
  metadata: FileMetadata
  body?: ReadableStream<Uint8Array>
}

const mimeTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
}

const NO_FILE: StoredObject = {
  httpStatusCode: 404,
  metadata: { cacheControl: 'no-cache', contentLength: 0, size: 0, mimetype: '', lastModified: new Date(0), eTag: '' },
}

/** Returns an object's path. Each part of its name is encoded, so that it cannot leave the folder or be reserved. */
export function pathOfObject(folder: string, bucket: string, name: string): string {
  const safe = (part: string) => `_${encodeURIComponent(part).replaceAll('*', '%2A').replaceAll('.', '%2E')}`
  return join(folder, safe(bucket), ...name.split('/').map(safe))
}

async function readWhole(body: ReadableStream<Uint8Array> | Uint8Array): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts)
}

const isThere = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'EEXIST'

/**
 * The embedded backend's storage in the data folder. Writes a file atomically and before its row, so that a crash
 * leaves no row without a file. Never replaces a file: other bytes fail with EEXIST.
 */
export class StoredFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async uploadObject(
    bucket: string,
    name: string,
    _version: string | undefined,
    body: ReadableStream<Uint8Array> | Uint8Array,
    mimetype: string,
    cacheControl: string,
  ): Promise<FileMetadata> {
    const path = pathOfObject(this.#folder, bucket, name)
    const bytes = await readWhole(body)
    await this.#write(path, bytes)
    const eTag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`
    const size = bytes.byteLength
    return { cacheControl, contentLength: size, size, mimetype, lastModified: new Date(), eTag }
  }

  async getObject(bucket: string, name: string): Promise<StoredObject> {
    const metadata = await this.#metadata(bucket, name)
    if (!metadata) return NO_FILE
    const stream = createReadStream(pathOfObject(this.#folder, bucket, name))
    return { httpStatusCode: 200, metadata, body: Readable.toWeb(stream) as ReadableStream<Uint8Array> }
  }

  /** Reads a small file whole; null when there is none. */
  async readObject(
    bucket: string,
    name: string,
  ): Promise<(Pick<FileMetadata, 'mimetype' | 'eTag'> & { bytes: Buffer }) | null> {
    const metadata = await this.#metadata(bucket, name)
    const bytes = metadata && (await readFile(pathOfObject(this.#folder, bucket, name)).catch(() => null))
    return bytes && { mimetype: metadata.mimetype, eTag: metadata.eTag, bytes }
  }

  async headObject(bucket: string, name: string): Promise<FileMetadata> {
    return (await this.#metadata(bucket, name)) ?? NO_FILE.metadata
  }

  async deleteObject(bucket: string, name: string): Promise<void> {
    await rm(pathOfObject(this.#folder, bucket, name), { force: true })
  }

  async deleteObjects(bucket: string, names: string[]): Promise<void> {
    for (const name of names) await this.deleteObject(bucket, name)
  }

  async copyObject(bucket: string, name: string, _version: unknown, toBucket: string, toName: string) {
    const bytes = await readFile(pathOfObject(this.#folder, bucket, name))
    await this.#write(pathOfObject(this.#folder, toBucket, toName), bytes)
    const metadata = await this.#metadata(toBucket, toName)
    return { httpStatusCode: 200, eTag: metadata?.eTag ?? '', lastModified: metadata?.lastModified ?? new Date() }
  }

  /** Only for image transformation, which is off. */
  async privateAssetUrl(): Promise<string> {
    throw new Error('Pictures are not transformed here.')
  }

  async #write(path: string, bytes: Uint8Array): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
    try {
      const file = await open(temporary, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      // Unlike a rename, link fails when the file exists.
      await link(temporary, path)
    } catch (error) {
      // Same bytes: a retry after a crash before the row was written.
      if (!isThere(error)) throw error
      if ((await readFile(path)).equals(bytes)) return
      const notes = requestNotes.getStore()
      if (notes) notes.fileThere = true
      throw error
    } finally {
      await rm(temporary, { force: true })
    }
  }

  async #metadata(bucket: string, name: string): Promise<FileMetadata | null> {
    const path = pathOfObject(this.#folder, bucket, name)
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) return null
    return {
      cacheControl: 'private, no-cache',
      contentLength: found.size,
      size: found.size,
      mimetype: mimeTypes[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream',
      lastModified: found.mtime,
      eTag: `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`,
    }
  }
}
