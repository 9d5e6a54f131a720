/**
 * The dependency direction of docs/architecture.md as a lint rule. It sees static imports, re-exports and dynamic
 * `import()` alike, through the `#room/…` alias and through relative paths. A file's layer is its room; in src/shop it is
 * its suffix. A layer may import itself and what stands in its row; each outside thing has one gateway.
 */
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url)).replaceAll('\\', '/')

/** Computes and words, and knows no browser, no backend and no device. */
const pure = ['platform/time', 'platform/text', 'platform/failure', 'platform/observable']
/** What screens read. Those of the console ask instead: it keeps nothing on the device. */
const kept = ['store', 'shop/device', 'platform/device']
const screens = [...pure, 'rules', 'ui', 'account']

const mayImport = {
  'platform/time': [],
  'platform/text': [],
  'platform/failure': [],
  'platform/observable': [],
  'platform/device': pure,
  // Reads raw mails, on the server and on the device.
  'platform/mail': pure,
  'platform/supabase': [...pure, 'platform/device'],
  // src/shop/<noun>/x.ts
  rules: pure,
  // x.api.ts
  api: [...pure, 'rules', 'platform/supabase'],
  // src/shop/device/: the store on the device, and the schema that lists the rows of every noun
  'shop/device': [...pure, 'rules', 'api', 'platform/device'],
  // x.store.ts
  store: [...pure, 'rules', 'api', 'shop/device', 'platform/device'],
  // What the look remembers and how often it looks at the clock are the device's.
  ui: [...pure, 'rules', 'platform/device'],
  account: [...pure, 'rules', 'api', ...kept, 'ui'],
  storefront: [...screens, ...kept],
  gate: [...screens, ...kept],
  console: [...screens, 'api', 'platform/device', 'platform/mail'],
  app: [...screens, ...kept, 'api', 'platform/supabase', 'storefront', 'console', 'gate'],
  // The entry files beside the rooms: the page and the worker.
  'main.tsx': ['app'],
  // Runs on other sites' pages.
  'button.ts': [],
  'service-worker.ts': [...pure, 'rules', ...kept, 'ui'],
  server: [...pure, 'rules', 'platform/mail'],
}

/** Single ways past the table: what may import which file, and why. */
const exceptions = [
  // Tickets in mails have the shop's letters; an edge function carries its fonts in its bundle.
  { from: 'server', to: /^src\/ui\/fonts\/[a-z-]+\.woff2/ },
  // A failure's code is typed by what the database refuses, which only the shop can list.
  { from: 'platform/failure', to: /^src\/shop\/refusals\/refusal-codes\.ts$/ },
  // The session is kept on the device: the store tells the client where, and reads it without asking anybody.
  { from: 'store', to: /^src\/platform\/supabase\/(session|stored-session|client)\.ts$/ },
  // Signing in, up and out is about the session itself.
  { from: 'account', to: /^src\/platform\/supabase\/(session|stored-session)\.ts$/ },
  // Sort, page and count, as a list asks for them.
  { from: 'console', to: /^src\/platform\/supabase\/list-query\.ts$/ },
  // The shop's own address in the guide; new settings are shown on this device at once.
  { from: 'console', to: /^src\/shop\/(settings\/shop-settings|sync\/sync)\.store\.ts$/ },
  // A download of one's data and the question whether the shop can mail: asked once, kept nowhere.
  { from: 'storefront', to: /^src\/shop\/people\/(my-account|password)\.api\.ts$/ },
  // A draft by its link: asked once, kept nowhere.
  { from: 'storefront', to: /^src\/shop\/catalogue\/sale\/preview\.api\.ts$/ },
  // A photo of the shop's own QR is read by the decoder that reads tickets.
  { from: 'console', to: /^src\/gate\/decoder\/decoder\.ts$/ },
  // The public key of the embedded backend is the same on both sides.
  { from: 'server', to: /^src\/platform\/supabase\/embedded-key\.ts$/ },
]

const gateways = [
  { package: /^dexie(\/|$)/, layers: ['shop/device'] },
  { package: /^@supabase\//, layers: ['platform/supabase', 'server'] },
  { package: /^react-hot-toast(\/|$)/, layers: ['ui'], file: /^src\/ui\/toast(\/[a-z-]+)?(\.test)?\.tsx?$/ },
  { package: /^(postal-mime|html-to-text)(\/|$)/, layers: ['platform/mail'] },
  { package: /^html5-qrcode(\/|$)/, layers: ['gate'] },
]

const pureLayers = new Set(['rules', ...pure])
const isTest = (path) => /\.test\.tsx?$/.test(path)

/** The path inside the repository, or inside the fixture that must fail. */
const inProject = (path) =>
  path
    .replaceAll('\\', '/')
    .replace(root, '')
    .replace(/^tests\/support\/lint-fixture\//, '')

/** @returns {string | undefined} the layer that a path inside the repository belongs to */
function layerOf(path) {
  const [top, room, noun] = path.split('/')
  if (top === 'server') return 'server'
  if (top !== 'src') return undefined
  if (room === 'platform' || (room === 'shop' && noun === 'device')) return `${room}/${noun}`
  if (room !== 'shop') return room
  return /\.(api|store)(\.test)?\.ts$/.exec(path)?.[1] ?? 'rules'
}

function resolve(from, specifier) {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  const parts = from.split('/').slice(0, -1)
  for (const step of specifier.split('/')) {
    if (step === '..') parts.pop()
    else if (step !== '.') parts.push(step)
  }
  return parts.join('/')
}

/** @returns {string | undefined} what is wrong with importing `specifier` in the file `from`, or undefined */
export function misdirection(from, specifier) {
  const layer = layerOf(from)
  if (!layer || !(layer in mayImport)) return undefined
  if (!specifier.startsWith('.') && !specifier.startsWith('#')) {
    if (pureLayers.has(layer) && !isTest(from)) {
      return `${from} is pure: it imports nothing from outside, not '${specifier}'.`
    }
    if (isTest(from) && from.startsWith('src/shop/')) return undefined
    const gateway = gateways.find((one) => one.package.test(specifier))
    if (!gateway) return undefined
    if (!gateway.layers.includes(layer)) return `'${specifier}' is imported only in ${gateway.layers.join(', ')}.`
    if (gateway.file && !gateway.file.test(from)) return `'${specifier}' is imported only through ui/toast.`
    return undefined
  }
  const file = resolve(from, specifier)
  const target = layerOf(file)
  if (!target || !(target in mayImport)) return undefined
  if (target === layer || mayImport[layer].includes(target)) return undefined
  if (exceptions.some((one) => one.from === layer && one.to.test(file))) return undefined
  // A test plays a whole device: it may use every layer below the screens.
  if (isTest(from) && layer !== 'server' && /^src\/(shop|platform)\//.test(file)) return undefined
  return `${layer} may not import ${target} ('${specifier}').`
}

const direction = {
  meta: { type: 'problem', docs: { description: 'Imports follow the dependency direction' } },
  create(context) {
    const check = (node) => {
      const source = node.source
      if (!source || typeof source.value !== 'string') return
      const message = misdirection(inProject(context.filename), source.value)
      if (message) context.report({ node: source, message })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}

export default { meta: { name: 'mehfil' }, rules: { direction } }
