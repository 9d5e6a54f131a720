import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import { build } from 'vite'
import type { GateBench } from './page.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const out = join(root, '.cache', 'bench-gate')
const BASE = '/bench-gate/'
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' }

/** Builds the bench's page and serves it at the shop's origin, so that it shares the shop's database. */
export async function openBenchPage(context: BrowserContext, page: Page, shopUrl: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    base: BASE,
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(root, 'tests/bench/gate/page.html') },
    },
  })
  await context.route(`**${BASE}**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(BASE.length)
    return route.fulfill({
      body: readFileSync(join(out, path)),
      contentType: types[extname(path)] ?? 'application/octet-stream',
    })
  })
  await page.goto(`${shopUrl}${BASE}tests/bench/gate/page.html`)
  await page.waitForFunction(() => 'gateBench' in globalThis)
}

declare global {
  var gateBench: GateBench
}
