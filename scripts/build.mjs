/**
 * Builds the pages into dist/ when their sources changed, and compresses them once so that the server need not.
 * `npm start` calls `ensureBuilt`; run directly, this file does the same.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { modernNode, root } from './install.mjs'

const sources = [
  'src',
  'public',
  'index.html',
  'manifest.webmanifest',
  'vite.config.ts',
  'mehfil.config.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/build',
]
const dist = join(root, 'dist')
/** Inside dist/, so that whatever empties that folder forgets it. */
const marker = join(dist, '.built-from')

/** Every file under these paths, in one order everywhere. */
function filesUnder(paths, from) {
  return paths.flatMap((path) => {
    const full = join(from, path)
    if (!existsSync(full)) return []
    if (!statSync(full).isDirectory()) return [path]
    const names = readdirSync(full).sort()
    return filesUnder(
      names.map((name) => `${path}/${name}`),
      from,
    )
  })
}

/** One number for everything that decides what the pages become, settings of the build included. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const file of filesUnder(sources, root)) {
    if (/\.test\.tsx?$/.test(file)) continue
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  }
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'))
  return hash.update(JSON.stringify(settings.sort())).digest('hex')
}

const COMPRESSED = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.wasm', '.txt', '.xml'])
/** Smaller files do not shrink enough to matter, in bytes. */
const COMPRESS_FROM_BYTES = 1024
const brotli = promisify(brotliCompress)

/** Puts `x.br` beside every file of dist/ that gains by it. */
async function compressPages() {
  const files = filesUnder(readdirSync(dist), dist).filter((file) => COMPRESSED.has(extname(file)))
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(join(dist, file))
      if (bytes.length < COMPRESS_FROM_BYTES) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      writeFileSync(join(dist, `${file}.br`), await brotli(bytes, { params }))
    }),
  )
}

/** Guarantees that dist/ holds the pages of the sources as they are now; does nothing when it already does. */
export async function ensureBuilt() {
  const wanted = fingerprint()
  const built = existsSync(join(dist, 'index.html')) && existsSync(marker) && readFileSync(marker, 'utf8') === wanted
  if (built) return
  console.log('Building the pages (some seconds, only when they changed) …')
  const { status } = spawnSync(modernNode(), ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) {
    console.error('Building the pages failed; the lines above say why.')
    process.exit(1)
  }
  await compressPages()
  writeFileSync(marker, wanted)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await ensureBuilt()
