import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

/** `npm test` fails above this many kB (1,000 bytes, brotli) of scripts and styles of the first page. */
export const MAX_KB = 120
export const TARGET_KB = 110
/** Other sites load it (docs/button.md). */
const MAX_BUTTON_BYTES = 2048

export interface FirstFile {
  name: string
  /** Brotli at its best, as sent. */
  bytes: number
}

export function brotliBytes(text: string | Uint8Array): number {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  }
  return brotliCompressSync(text, { params }).length
}

/** Returns what /events/{id} needs before it is drawn: what dist/index.html names, and static imports. */
export function firstFiles(dist: string): FirstFile[] {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map((found) => found[1] ?? '').join('')
  const files: FirstFile[] = [{ name: 'styles in index.html', bytes: brotliBytes(styles) }]
  const seen = new Set<string>()
  const add = (address: string): void => {
    if (seen.has(address)) return
    seen.add(address)
    const text = readFileSync(join(dist, address), 'utf8')
    files.push({ name: address.slice(1), bytes: brotliBytes(text) })
    if (!address.endsWith('.js')) return
    for (const [, from] of text.matchAll(/(?:\bimport|\bfrom)\s*["']\.\/([\w.-]+\.js)["']/g)) add(`/assets/${from}`)
  }
  for (const [tag] of html.matchAll(/<(?:script|link)\b[^>]*>/g)) {
    const address = /(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/.exec(tag)?.[1]
    if (address && /type="module"|rel="(?:modulepreload|stylesheet)"/.test(tag)) add(address)
  }
  return files
}

export const kilobytes = (files: readonly FirstFile[]): number =>
  files.reduce((sum, file) => sum + file.bytes, 0) / 1_000

function check(): void {
  const dist = join(import.meta.dirname, '..', '..', 'dist')
  if (!existsSync(join(dist, 'index.html'))) throw new Error('There is no dist/ yet: npm test -- build bytes')
  const files = firstFiles(dist)
  const scripts = files.filter((file) => file.name.endsWith('.js'))
  if (scripts.length === 0) throw new Error('dist/index.html names no script: nothing was measured')
  const sum = kilobytes(files)
  for (const { name, bytes } of files) console.log(`${(bytes / 1_000).toFixed(1).padStart(7)} kB  ${name}`)
  console.log(
    `${sum.toFixed(1).padStart(7)} kB  before /events/{id} can be drawn; at most ${MAX_KB}, wanted ${TARGET_KB}`,
  )
  const button = statSync(join(dist, 'button.js')).size
  console.log(`${button} bytes of button.js, uncompressed; at most ${MAX_BUTTON_BYTES}`)
  if (sum > MAX_KB || button > MAX_BUTTON_BYTES) process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) check()
