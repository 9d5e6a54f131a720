// Builds and compresses the pages into dist/ when their sources changed.
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
/** Inside dist/, so that deleting that folder deletes it. */
const marker = join(dist, '.built-from')

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

/** Hashes everything that decides the pages, the build's settings included. */
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
const COMPRESS_FROM_BYTES = 1024
const brotli = promisify(brotliCompress)

/** Writes `x.br` beside each compressible file of dist/. */
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

/** Builds the pages unless dist/ is up to date. */
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
