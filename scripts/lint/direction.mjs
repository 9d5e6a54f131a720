/**
 * The dependency direction of docs/architecture.md as a lint rule. It sees static imports, re-exports and dynamic
 * `import()` alike, through the `#room/…` alias and through relative paths. A room may import itself and what stands
 * in its row; each outside thing has one gateway.
 */
const spine = ['domain', 'ui', 'backend', 'offline', 'account']

const mayImport = {
  domain: [],
  ui: ['domain'],
  backend: ['domain'],
  offline: ['domain', 'backend'],
  account: ['domain', 'backend', 'offline', 'ui'],
  storefront: spine,
  console: spine,
  gate: spine,
  app: [...spine, 'storefront', 'console', 'gate'],
  // The two entry files beside the rooms: the page and the worker.
  'main.tsx': ['app'],
  'service-worker.ts': ['domain', 'backend', 'offline', 'ui'],
  server: ['domain'],
}

const gateways = [
  { package: /^dexie(\/|$)/, rooms: ['offline'] },
  { package: /^@supabase\//, rooms: ['backend', 'server'] },
  {
    package: /^react-hot-toast(\/|$)/,
    rooms: ['ui'],
    file: /\/ui\/toast(\.[a-z]+)*$|\/ui\/toast-[a-z-]+(\.test)?\.tsx?$/,
  },
  { package: /^html5-qrcode(\/|$)/, rooms: ['gate'] },
]

/** @returns {string | undefined} the room that a path inside the repository (or a fixture of it) belongs to */
function roomOf(path) {
  const inSource = /(?:^|\/)src\/([^/]+)(?:\/|$)/.exec(path)
  if (inSource) return inSource[1]
  return /(?:^|\/)server\//.test(path) ? 'server' : undefined
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
  const room = roomOf(from)
  if (!room || !(room in mayImport)) return undefined
  if (!specifier.startsWith('.') && !specifier.startsWith('#')) {
    if (room === 'domain' && !/\.test\.tsx?$/.test(from)) {
      return `domain/ is pure: it imports nothing from outside, not '${specifier}'.`
    }
    const gateway = gateways.find((one) => one.package.test(specifier))
    if (!gateway) return undefined
    if (!gateway.rooms.includes(room)) return `'${specifier}' is imported only in ${gateway.rooms.join(', ')}.`
    if (gateway.file && !gateway.file.test(from)) return `'${specifier}' is imported only through ui/toast.`
    return undefined
  }
  const target = roomOf(resolve(from, specifier))
  if (!target || target === room || mayImport[room].includes(target)) return undefined
  if (!(target in mayImport)) return undefined
  return `${room}/ may not import ${target}/ ('${specifier}').`
}

const direction = {
  meta: { type: 'problem', docs: { description: 'Imports follow the dependency direction' } },
  create(context) {
    const check = (node) => {
      const source = node.source
      if (!source || typeof source.value !== 'string') return
      const message = misdirection(context.filename.replaceAll('\\', '/'), source.value)
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
