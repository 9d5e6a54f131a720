/**
 * `npm run build:functions`: what a hosted project's edge functions share with the server, as one file beside each of
 * them, since the Supabase CLI deploys a function's own folder. See docs/deploy.md.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, modernNode, root } from './install.mjs'

ensureInstalled('.')
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const { status } = spawnSync(modernNode(), [vite, 'build', '--config', 'scripts/functions.vite.config.mjs'], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(status ?? 1)
