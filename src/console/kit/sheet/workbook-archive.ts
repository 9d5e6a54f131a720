export class WorkbookRefused extends Error {
  readonly why: 'damaged' | 'too large'
  constructor(why: 'damaged' | 'too large') {
    super(`The workbook is ${why}`)
    this.why = why
  }
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const MAX_ENTRIES = 500

/** Returns an .xlsx archive's XML files by name. Throws beyond `most` unpacked bytes: stated sizes can be wrong. */
export async function unpackWorkbook(bytes: Uint8Array, most: number): Promise<Map<string, Uint8Array>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const files = new Map<string, Uint8Array>()
  let left = most
  try {
    let end = bytes.length - 22
    while (view.getUint32(end, true) !== END) end -= 1
    const n = view.getUint16(end + 10, true)
    if (n > MAX_ENTRIES) throw new WorkbookRefused('too large')
    let at = view.getUint32(end + 16, true)
    for (let entry = 0; entry < n; entry += 1) {
      if (view.getUint32(at, true) !== ENTRY) throw new WorkbookRefused('damaged')
      const [method, packed] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)]
      const [nameLength, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [number, number, number] // prettier-ignore
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
      const local = view.getUint32(at + 42, true)
      at += 46 + nameLength + extra + comment
      if (!/\.xml(\.rels)?$/.test(name)) continue
      if (view.getUint32(local, true) !== LOCAL) throw new WorkbookRefused('damaged')
      const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
      const data = bytes.subarray(from, from + packed)
      const file = method === 0 ? data : await inflate(data, left)
      left -= file.length
      if (left < 0) throw new WorkbookRefused('too large')
      files.set(name, file)
    }
  } catch (error) {
    if (error instanceof WorkbookRefused) throw error
    throw new WorkbookRefused('damaged')
  }
  return files
}

async function inflate(data: Uint8Array, most: number): Promise<Uint8Array> {
  const stream = new Blob([data as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const parts: Uint8Array[] = []
  let size = 0
  const reader = stream.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length
    if (size > most) {
      await reader.cancel()
      throw new WorkbookRefused('too large')
    }
    parts.push(part.value)
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
}

/** Packs the files uncompressed: the xlsx reader would start workers of its own to unpack them. */
export function storedArchive(files: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const named = [...files].map(([name, data]) => ({ name: new TextEncoder().encode(name), data }))
  const size = named.reduce((sum, { name, data }) => sum + 76 + 2 * name.length + data.length, 22)
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  let at = 0
  const sizes = (from: number, { name, data }: { name: Uint8Array; data: Uint8Array }): void => {
    view.setUint32(from, data.length, true)
    view.setUint32(from + 4, data.length, true)
    view.setUint16(from + 8, name.length, true)
  }
  const starts = named.map((file) => {
    const start = at
    view.setUint32(at, LOCAL, true)
    sizes(at + 18, file)
    bytes.set(file.name, at + 30)
    bytes.set(file.data, at + 30 + file.name.length)
    at += 30 + file.name.length + file.data.length
    return start
  })
  const directory = at
  named.forEach((file, index) => {
    view.setUint32(at, ENTRY, true)
    sizes(at + 20, file)
    view.setUint32(at + 42, starts[index]!, true)
    bytes.set(file.name, at + 46)
    at += 46 + file.name.length
  })
  view.setUint32(at, END, true)
  view.setUint16(at + 8, named.length, true)
  view.setUint16(at + 10, named.length, true)
  view.setUint32(at + 12, at - directory, true)
  view.setUint32(at + 16, directory, true)
  return bytes
}
