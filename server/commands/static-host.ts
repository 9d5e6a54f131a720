// `VITE_SUPABASE_URL=… npm run static-host -- netlify` (or cloudflare, nginx), after `npm run build`, adds the host's
// configuration to the built pages: security headers, the page for every path, 404 for missing files.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { log } from '../log.ts'
import { readSettings } from '../settings/settings.ts'
import { staticHostFiles, staticHosts, type StaticHostName } from '../pages/static-host.ts'

const { pagesDir, backendOrigin } = readSettings(process.env)
const host = staticHosts.find((name): name is StaticHostName => name === process.argv[2])
const problem = !host
  ? `Say which host: npm run static-host -- ${staticHosts.join(' | ')}`
  : !backendOrigin
    ? 'Set VITE_SUPABASE_URL to the address of the Supabase that the pages ask, as for the build.'
    : !existsSync(join(pagesDir, 'index.html'))
      ? 'Build the pages first: npm run build'
      : null
if (problem !== null) {
  log.warn(problem)
  process.exit(1)
}
const files = staticHostFiles(host!, readFileSync(join(pagesDir, 'index.html'), 'utf8'), backendOrigin!)
for (const [name, text] of Object.entries(files)) writeFileSync(join(pagesDir, name), text)
log.say(`${Object.keys(files).join(', ')} written to ${pagesDir}.`)
