import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const outDir = join(root, '.cache', 'story-pages')
const MARK = join(outDir, 'built-from')

/** The thread that is a page, and the shop's code for it, each in one file. */
export const PAGE = join(outDir, 'page.mjs')
export const APP = join(outDir, 'app.js')

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : /\.(ts|tsx|json)$/.test(path) && !/\.test\./.test(path) ? [path] : []
  })
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const files = [...filesIn(join(root, 'src')), ...filesIn(join(root, 'tests/screens/driver'))]
  for (const path of [...files, join(root, 'package-lock.json'), join(root, 'tests/package-lock.json')])
    hash.update(path).update(statSync(path).isFile() ? readFileSync(path) : '')
  return hash.digest('hex')
}

// As a shop's pages are built: React's development build computes a third more.
const shared: InlineConfig = { root, configFile: false, logLevel: 'error', publicDir: false, mode: 'production' }
const one = (entry: string, file: string, format: 'es' | 'iife' = 'es'): InlineConfig['build'] => ({
  outDir,
  emptyOutDir: false,
  minify: false,
  target: 'esnext',
  reportCompressedSize: false,
  rolldownOptions: { input: join(root, entry), output: { format, entryFileNames: file, codeSplitting: false } },
})

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Builds what the pages of stories run, unless it is there. */
export default async function buildPages(): Promise<void> {
  const mark = fingerprint()
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === mark) return
  mkdirSync(outDir, { recursive: true })
  rmSync(`${APP}.compiled`, { force: true })
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  await build({
    ...shared,
    plugins: [
      react(),
      { name: 'no-styles', enforce: 'pre', load: (id) => (id.endsWith('.css') ? '' : null) },
      // A page has no workers of its own: it reads a statement itself.
      {
        name: 'no-workers',
        enforce: 'pre',
        resolveId: (id) =>
          id.endsWith('/read-in-worker.ts') ? join(root, 'tests/screens/driver/page/sheets.ts') : null,
      },
    ],
    define: { 'import.meta.url': JSON.stringify('http://localhost/') },
    build: one('src/main.tsx', 'app.js', 'iife'),
  })
  // Read a byte a character, which a megabyte of letters of India would double.
  writeFileSync(APP, readFileSync(APP, 'utf8').replaceAll(/[^\0-\u007F]/g, escaped), 'latin1')
  await build({
    ...shared,
    ssr: { noExternal: true },
    build: { ...one('tests/screens/driver/page/worker.ts', 'page.mjs'), ssr: true },
  })
  if (before === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = before
  writeFileSync(MARK, mark)
}
