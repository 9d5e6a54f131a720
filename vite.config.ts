import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, version } from 'vite'
import type { Plugin, Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { messagesOfChunks } from './scripts/build/messages-plugin.ts'
import config from './mehfil.config.json' with { type: 'json' }
import { accentCss } from './src/shop/settings/accent.ts'
import { escapeHtml, jsonForPage } from './server/pages/html.ts'
import { POSTERS_AT } from './src/shop/catalogue/about/poster-files.ts'
import { FIRST_LOOK, namedManifest, titleOf } from './src/shop/settings/shop-look.ts'

const DEV_BACKEND = process.env.DEV_BACKEND ?? 'http://localhost:4173'
/** Not precached for all: what needs the network, or has its own offline rules (scanner, languages). */
const NOT_PRECACHED = [
  'assets/console-*',
  'assets/gate-*',
  'assets/staff-*',
  // A person who becomes staff opens it once, with a network.
  'assets/invitation-route-*',
  'assets/settlement-file-*',
  // Workers of staff.
  'assets/*-worker-*',
  'screens/*',
  // Asked for once, when the shop is put on the home screen.
  'icons/apple-touch-icon.png',
  'icons/mark-512.png',
  'icons/mark-maskable-512.png',
  'button.js',
  'assets/hi-*',
  'assets/mr-*',
  'assets/anek-deva-text-*',
]

/** react-router's own entry is its development build, with all warnings. */
const productionRouter = [
  { find: /^react-router$/, file: 'index' },
  { find: /^react-router\/dom$/, file: 'dom-export' },
].map(({ find, file }) => ({
  find,
  replacement: fileURLToPath(new URL(`node_modules/react-router/dist/production/${file}.mjs`, import.meta.url)),
}))

const readText = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Writes the shop's first name into the page, and inlines the brand's drawings: the page shows them before any script runs,
 * in the local ink colour. */
function brand(backendUrl = ''): Plugin {
  const drawn = (name: string): string => {
    const drawing = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(readText(`public/brand/${name}.svg`))
    if (!drawing) throw new Error(`public/brand/${name}.svg is not a drawing`)
    return `<g id="brand-${name}" fill="none">${drawing[1]}</g>`
  }
  return {
    name: 'mehfil-brand',
    transformIndexHtml: (html) =>
      html
        .replace('<!-- brand drawings -->', () => `<defs>${drawn('lockup')}${drawn('wordmark')}</defs>`)
        .replace('</head>', (end) => (config.accent === '' ? end : `<style>${accentCss(config.accent)}</style>${end}`))
        .replace('<!-- title -->', () => escapeHtml(titleOf(FIRST_LOOK, 'en')))
        .replace('<!-- pictures -->', () => backendUrl.replace(/\/+$/, '') + POSTERS_AT)
        .replace("'<!-- name -->'", () => jsonForPage(FIRST_LOOK.name)),
  }
}

/** Inlines the style sheet, so that the first paint needs one file, and preloads the lists' chunk. Adds the
 * Content-Security-Policy as <meta> for static hosting; our server sends it as a header. */
function page(backendUrl: string | undefined): Plugin {
  return {
    name: 'mehfil-page',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        let out = html
        const files = bundle ?? {}
        for (const file of Object.values(files)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
          const link = new RegExp(`<link[^>]*href="/${file.fileName.replaceAll('.', '\\.')}"[^>]*>`)
          out = out.replace(link, () => `<style>${String(file.source).trim()}</style>`)
        }
        out = out.replace('[/* lists */]', () => JSON.stringify(withImports(files, 'catalogue', out)))
        const languages = Object.values(files).filter((file) => file.type === 'chunk' && /^(hi|mr)$/.test(file.name))
        out = out.replace('{/* languages */}', () =>
          JSON.stringify(Object.fromEntries(languages.map(({ name = '', fileName }) => [name, [`/${fileName}`]]))),
        )
        const scripts = [...out.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => sha256(match[1] ?? ''))
        const backend = backendUrl ? ` ${new URL(backendUrl).origin}` : ''
        const policy = [
          `default-src 'self'`,
          `script-src 'self' ${scripts.join(' ')} 'wasm-unsafe-eval'`,
          `style-src 'self' 'unsafe-inline'`,
          `img-src 'self' blob: data:${backend}`,
          `connect-src 'self'${backend}`,
          `object-src 'none'`,
          `base-uri 'self'`,
          `form-action 'self'`,
        ].join('; ')
        return out.replace(
          '<meta charset="utf-8" />',
          `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
        )
      },
    },
  }
}

/**
 * Files that come together: what these modules import, in this order, each module where it is needed first. A first visit
 * on a slow network pays for each file and for each byte that it does not need yet.
 */
const TOGETHER = {
  // A concert's own page, where links lead, comes with the entry: every visitor needs it.
  first: ['/src/main.tsx', '/src/storefront/catalogue/event/event-route.tsx'],
  sync: ['/src/shop/sync/sync.store.ts', '/src/shop/device/engine/store-engine.ts'],
  'after-load': [
    '/src/app/chunks/after-load.ts',
    '/src/ui/toast/toast-stack.tsx',
    '/node_modules/workbox-window/build/workbox-window.prod.es5.mjs',
  ],
  event: [
    '/src/storefront/catalogue/event/about-event.tsx',
    '/src/storefront/catalogue/event/event-dialogs.tsx',
    '/src/storefront/catalogue/event/event-tools.tsx',
    '/src/storefront/catalogue/event/other-dates.tsx',
    '/src/storefront/catalogue/sale/category-sale.tsx',
    '/src/storefront/codes/event-code.tsx',
    '/src/storefront/queue/event-queue.tsx',
    '/src/storefront/seats/picker/seat-picker-body.tsx',
    '/src/storefront/seats/picker/standing-chooser.tsx',
    '/src/storefront/seats/layout-view-body.tsx',
    '/src/storefront/waiting/category-wait.tsx',
    '/src/storefront/waiting/join-dialog.tsx',
    '/src/storefront/cart/mini-cart.tsx',
  ],
  catalogue: ['/src/app/chunks/catalogue.ts'],
}
const together = new Map<string, string>()
/** Where code is that later pages share. */
const SHARED = /\/src\/(storefront|shop|account|ui|platform)\//

function filesTogether(): Plugin {
  return {
    name: 'mehfil-files-together',
    apply: 'build',
    buildEnd() {
      together.clear()
      const ids = [...this.getModuleIds()]
      const add = (group: string, id: string): void => {
        if (together.has(id)) return
        together.set(id, group)
        this.getModuleInfo(id)?.importedIds.forEach((imported) => add(group, imported))
      }
      for (const [group, roots] of Object.entries(TOGETHER))
        for (const root of roots) {
          const id = ids.find((each) => each.endsWith(root))
          if (!id) throw new Error(`There is no ${root}`)
          add(group, id)
        }
    },
  }
}

/** Chunks do not ask for the style sheet that is in the page: after that of staff's screens it would break its order. No
 * other file asks for it, so it is none: devices would keep it twice. */
function pageStylesOnce(): Plugin {
  return {
    name: 'mehfil-page-styles-once',
    apply: 'build',
    generateBundle: {
      // After Vite has written what each import loads before it.
      order: 'post',
      handler(_, bundle) {
        const names = Object.keys(bundle)
        const sheet = names.find((name) => /^assets\/first-.*\.css$/.test(name))
        const script = names.find((name) => /^assets\/first-.*\.js$/.test(name))
        if (!sheet || !script) throw new Error('The first page has no style sheet or no script')
        for (const file of Object.values(bundle))
          // The lists have places: another file that is loaded already takes this one's.
          if (file.type === 'chunk') file.code = file.code.replaceAll(`"${sheet}"`, `"${script}"`)
        delete bundle[sheet]
      },
    },
  }
}

/** Names of chunks depend on what decides which files an import loads ahead. Vite writes these lists after it has named the
 * chunks: with another rule devices would keep the old list under the same name. */
function listsInNames(): Plugin {
  const rules = createHash('sha256').update(readText('vite.config.ts')).update(version).digest('hex')
  return { name: 'mehfil-lists-in-names', apply: 'build', augmentChunkHash: () => rules }
}

/** URLs of a chunk and its imports, without those already in the page. */
function withImports(files: Rolldown.OutputBundle, name: string, html: string): string[] {
  const found = new Set<string>()
  const want = (fileName: string): void => {
    const file = files[fileName]
    if (file?.type !== 'chunk' || found.has(fileName) || html.includes(`"/${fileName}"`)) return
    found.add(fileName)
    file.imports.forEach(want)
  }
  for (const file of Object.values(files)) if (file.type === 'chunk' && file.name === name) want(file.fileName)
  if (found.size === 0) throw new Error(`There is no ${name}`)
  return [...found].map((fileName) => `/${fileName}`)
}

/** For devices that keep a language (src/platform/device/cache/language-files.ts). */
function languageFiles(): Plugin {
  return {
    name: 'mehfil-language-files',
    apply: 'build',
    generateBundle(_, bundle) {
      const named = (pattern: RegExp): string[] =>
        Object.keys(bundle)
          .filter((name) => pattern.test(name))
          .map((name) => `/${name}`)
      const face = named(/^assets\/anek-deva-text-/)
      const files = { hi: [...named(/^assets\/hi-/), ...face], mr: [...named(/^assets\/mr-/), ...face] }
      for (const list of Object.values(files))
        if (list.length !== 2) throw new Error(`A language is one module and its typeface, not ${list.join(', ')}`)
      this.emitFile({ type: 'asset', fileName: 'language-files.json', source: JSON.stringify(files) })
    },
  }
}

/** For devices that store the scanner (src/gate/prepare/gate-files.ts). */
function gateFiles(): Plugin {
  return {
    name: 'mehfil-gate-files',
    apply: 'build',
    generateBundle: {
      // After Vite has added the files of its workers.
      order: 'post',
      handler(_, bundle) {
        const files = Object.keys(bundle).filter((name) =>
          /^assets\/(gate-.*\.js|staff-.*\.css|decoder-worker-.*\.js|zxing_reader.*\.wasm)$/.test(name),
        )
        for (const part of ['gate-routes-', 'gate-decoder-', 'staff-', 'decoder-worker-', 'zxing_reader'])
          if (!files.some((name) => name.startsWith(`assets/${part}`))) throw new Error(`The scanner has no ${part}`)
        this.emitFile({
          type: 'asset',
          fileName: 'gate-files.json',
          source: JSON.stringify(files.map((name) => `/${name}`)),
        })
      },
    },
  }
}

export default defineConfig(({ command, mode }) => {
  const env = loadEnv(mode, process.cwd(), 'VITE_')
  const proxy = Object.fromEntries(
    ['/rest/v1', '/auth/v1', '/storage/v1', '/proofs', '/live'].map((path) => [path, { target: DEV_BACKEND }]),
  )
  return {
    plugins: [
      react(),
      tailwindcss(),
      VitePWA({
        strategies: 'injectManifest',
        includeManifestIcons: false,
        srcDir: 'src',
        filename: 'service-worker.ts',
        registerType: 'prompt',
        // app/update/worker-update.ts registers it after the page has loaded.
        injectRegister: false,
        manifest: JSON.parse(namedManifest(readText('manifest.webmanifest'), FIRST_LOOK)),
        manifestFilename: 'manifest.webmanifest',
        injectManifest: {
          // A classic script works in every browser; there `import.meta` would be a syntax error.
          rollupFormat: 'iife',
          globPatterns: ['**/*.{html,js,css,woff2,svg,png,webmanifest}'],
          globIgnores: NOT_PRECACHED,
          maximumFileSizeToCacheInBytes: 2_000_000,
        },
      }),
      filesTogether(),
      listsInNames(),
      pageStylesOnce(),
      messagesOfChunks('/src/main.tsx'),
      gateFiles(),
      languageFiles(),
      brand(env.VITE_SUPABASE_URL),
      page(env.VITE_SUPABASE_URL),
    ],
    resolve: { alias: command === 'build' ? productionRouter : [] },
    worker: { format: 'es' },
    build: {
      target: 'es2023',
      modulePreload: {
        polyfill: false,
        // The first page names every file that it may load ahead. Pages of staff and of the account load theirs one step later.
        resolveDependencies: (file, needed) =>
          /\/(console-routes|gate-routes|preview-route|invitation-route|my-account|auth)-/.test(file)
            ? needed.filter((name) => name.endsWith('.css'))
            : needed,
      },
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { index: 'index.html', button: 'src/button.ts' },
        output: {
          // Other sites' pages name the button's address for years.
          entryFileNames: ({ name }) => (name === 'button' ? 'button.js' : 'assets/app-[hash].js'),
          codeSplitting: {
            groups: [
              {
                name: 'react',
                // The bundler's few helpers, too: each file needs them.
                test: /rolldown[/:]runtime|node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
                priority: 2,
              },
              ...Object.keys(TOGETHER).map((name) => ({
                name,
                test: (id: string) => together.get(id) === name,
                priority: 1,
              })),
              // The console uses it, too; by its name it is one of the scanner's files.
              { name: 'gate-decoder', test: /\/src\/gate\/decoder\/decoder\.ts$/ },
              { name: 'staff', test: /\/src\/index\.css$/ },
              // One file: the service worker keeps each for itself, which took 20 ms of processor where it was measured.
              { name: 'shared', test: SHARED, minShareCount: 2 },
            ],
          },
        },
      },
    },
    server: { proxy },
    preview: { proxy },
  }
})
