import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const references = join(import.meta.dirname, 'reference')
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

export interface Built {
  folder: string
  dispose(): void
}

export async function buildReference(input: string): Promise<Built> {
  const folder = mkdtempSync(join(tmpdir(), 'mehfil-bench-'))
  await build({
    configFile: false,
    root: references,
    logLevel: 'error',
    plugins: [react(), tailwindcss()],
    build: {
      outDir: folder,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(references, input) },
    },
  })
  return { folder, dispose: () => rmSync(folder, { recursive: true, force: true }) }
}

export async function serveFolder(folder: string): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    readFile(join(folder, new URL(request.url ?? '/', 'http://x').pathname)).then(
      (bytes) =>
        response
          .writeHead(200, { 'content-type': TYPES[extname(request.url ?? '')] ?? 'application/octet-stream' })
          .end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}
