// `npm start` installs, builds and runs the server; `npm run dev` runs it beside Vite's development server.
// Settings are environment variables: server/settings/settings.ts.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, modernNode, root } from './install.mjs'

const PARENT_CHECK_MS = 500
/** How a process ends on a fault of its own: Node may abort inside WebAssembly, which is the embedded database. */
const FAULTS = new Set(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP'])
/** A server that ends sooner would end again. */
const SHORTEST_LIFE_MS = 10_000

const parent = process.ppid
const development = process.argv.includes('--dev')
const children = new Set()

function run(args, env = {}) {
  const child = spawn(modernNode(), args, {
    cwd: root,
    env: { ...process.env, ...env },
    // The IPC channel: the server stops when this process is gone.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  children.add(child)
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: 1 }))
    child.once('exit', (code, signal) => {
      children.delete(child)
      resolve({ code: code ?? 128 + (constants.signals[signal] ?? 0), signal })
    })
  })
}

/** Runs the server, again after a fault; what was committed is kept. Resolves with the last one's exit code. */
async function serve() {
  const began = Date.now()
  const { code, signal } = await run(['server/main.ts'])
  if (!FAULTS.has(signal) || Date.now() - began < SHORTEST_LIFE_MS) return code
  console.error(`The server ended on a fault (${signal}); it is started again.`)
  return serve()
}

// Ctrl-C reaches the whole group, a supervisor's signal only this process: forward it and wait for the server.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (children.size === 0) process.exit(128 + constants.signals[signal])
    for (const child of children) child.kill(signal)
  })
}

// npm passes a signal to its shell alone, which ends without passing it on: then this process has another parent.
if (process.env.npm_lifecycle_event) {
  const check = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(check)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_MS)
  check.unref()
}

ensureInstalled('.')
if (!development) await ensureBuilt()
const server = serve()
if (!development) {
  process.exit(await server)
}
const backend = `http://localhost:${process.env.PORT || 4173}`
const vite = run(['node_modules/vite/bin/vite.js', '--clearScreen', 'false'], { DEV_BACKEND: backend }).then(
  ({ code }) => code,
)
const code = await Promise.race([server, vite])
for (const child of children) child.kill('SIGTERM')
await Promise.all([server, vite])
process.exit(code)
