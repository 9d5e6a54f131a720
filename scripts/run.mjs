// `node scripts/run.mjs <file> …` installs packages, then runs a TypeScript file. Plain JavaScript: it runs first.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, modernNode, root } from './install.mjs'

const [file, ...args] = process.argv.slice(2)
ensureInstalled('.', { development: !/^(server|supabase)\//.test(file) })
if (file.startsWith('tests/')) ensureInstalled('tests')
const { status } = spawnSync(modernNode(), [file, ...args], { cwd: root, stdio: 'inherit' })
process.exit(status ?? 1)
