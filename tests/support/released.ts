import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/**
 * Data folders of the oldest and the newest released version: `<last migration>.shop`. A file is the length of a JSON
 * head (4 bytes), the head, and the bytes of every file in turn, compressed with brotli.
 */
const releasedFolder = fileURLToPath(new URL('./released/', import.meta.url))

/** What a later version must still find in the shop. */
export interface ReleasedContents {
  version: string
  password: string
  customer: { id: string; email: string }
  admin: { email: string }
  eventId: string
  categoryId: string
  paymentId: string
  orderCode: string
  amount: number
  ticket: { id: string; code: string; keyNumber: number; seats: string[] }
  waiting: { paymentId: string; reference: string }
  heldSeat: string
  scanId: string
  layoutId: string
}

interface Head {
  contents: ReleasedContents
  files: { path: string; size: number; mode: number }[]
}

/** Locks of a running server, and files made again at each start. */
const LEFT_OUT = /(^|\/)(lock[^/]*|.*\.pid)$/

/** Packs a data folder that no server has open. */
export function packShop(dataDir: string, contents: ReleasedContents): string {
  const files: Head['files'] = []
  const parts: Buffer[] = []
  const walk = (folder: string): void => {
    for (const name of readdirSync(join(dataDir, folder)).sort()) {
      const path = folder === '' ? name : `${folder}/${name}`
      const full = join(dataDir, path)
      const { isFolder, mode } = { isFolder: statSync(full).isDirectory(), mode: statSync(full).mode & 0o777 }
      if (isFolder) {
        files.push({ path: `${path}/`, size: 0, mode })
        walk(path)
      } else if (!LEFT_OUT.test(path)) {
        const bytes = readFileSync(full)
        files.push({ path, size: bytes.length, mode })
        parts.push(bytes)
      }
    }
  }
  walk('')
  const head = Buffer.from(JSON.stringify({ contents, files } satisfies Head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  const packed = brotliCompressSync(Buffer.concat([length, head, ...parts]), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
  })
  mkdirSync(releasedFolder, { recursive: true })
  const file = join(releasedFolder, `${contents.version}.shop`)
  writeFileSync(file, packed)
  return file
}

export function unpackShop(name: string, dataDir: string): ReleasedContents {
  const all = brotliDecompressSync(readFileSync(join(releasedFolder, name)))
  const end = 4 + all.readUInt32BE(0)
  const head = JSON.parse(all.subarray(4, end).toString('utf8')) as Head
  let at = end
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  for (const { path, size, mode } of head.files) {
    const full = join(dataDir, path)
    if (path.endsWith('/')) {
      mkdirSync(full, { recursive: true, mode })
      continue
    }
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, all.subarray(at, at + size), { mode })
    at += size
  }
  return head.contents
}

export const releasedShops = (): string[] =>
  readdirSync(releasedFolder)
    .filter((name) => name.endsWith('.shop'))
    .sort()

/** Deletes the shops between the oldest and the newest: the oldest runs all their migrations. */
export function keepOldestAndNewest(): void {
  for (const name of releasedShops().slice(1, -1)) rmSync(join(releasedFolder, name))
}
