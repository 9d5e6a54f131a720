// `npm run build:functions` bundles shared server code into each edge function's folder, which the Supabase CLI
// deploys alone (docs/deploy.md).
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { functions } from './functions.vite.config.mjs'
import { ensureInstalled, modernNode, root } from './install.mjs'

ensureInstalled('.')
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
for (const name of Object.keys(functions)) {
  const { status } = spawnSync(
    modernNode(),
    [vite, 'build', '--config', 'scripts/functions.vite.config.mjs', '--mode', name],
    { cwd: root, stdio: 'inherit' },
  )
  if (status !== 0) process.exit(status ?? 1)
}
