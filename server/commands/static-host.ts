// `VITE_SUPABASE_URL=… npm run static-host -- netlify` (or cloudflare, nginx), after `npm run build`, adds the host's
// configuration to the built pages: security headers, the page for every path, 404 for missing files. With
// VITE_SUPABASE_KEY and PUBLIC_URL it also writes what search engines and link previews read (`found`: only that).
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { log } from '../log.ts'
import { readSettings } from '../settings/settings.ts'
import { previewFiles } from '../pages/preview/static-previews.ts'
import { foundFiles, readHosted } from '../pages/static-events.ts'
import { staticHostFiles, staticHosts, type StaticHostName } from '../pages/static-host.ts'

const { pagesDir, backendOrigin, publicUrl } = readSettings(process.env)
const key = process.env['VITE_SUPABASE_KEY'] ?? ''
const isShared = process.env['VITE_SHARED_FROM_PAGES'] === '1'
const wanted = process.argv[2]
const host = staticHosts.find((name): name is StaticHostName => name === wanted)
const onlyFound = wanted === 'found'
const problem =
  !host && !onlyFound
    ? `Say which host: npm run static-host -- ${staticHosts.join(' | ')}, or found for the events' pages alone`
    : !backendOrigin
      ? 'Set VITE_SUPABASE_URL to the address of the Supabase that the pages ask, as for the build.'
      : !existsSync(join(pagesDir, 'index.html'))
        ? 'Build the pages first: npm run build'
        : host && isShared && (host !== 'nginx' || key === '')
          ? 'With VITE_SHARED_FROM_PAGES only nginx is known to keep shared answers, and it needs VITE_SUPABASE_KEY.'
          : onlyFound && (!publicUrl || key === '')
            ? 'Set PUBLIC_URL to the shop’s address, and VITE_SUPABASE_KEY as for the build.'
            : null
if (problem !== null) {
  log.warn(problem)
  process.exit(1)
}
const html = readFileSync(join(pagesDir, 'index.html'), 'utf8')
const write = (files: Record<string, string | Buffer>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(pagesDir, name)), { recursive: true })
    writeFileSync(join(pagesDir, name), text)
  }
}
if (host) {
  const files = staticHostFiles(host, {
    ...{ html, key, backendOrigin: backendOrigin! },
    hasEventPages: publicUrl !== null && key !== '',
  })
  write(files)
  log.say(`${Object.keys(files).join(', ')} written to ${pagesDir}.`)
}
if (publicUrl && key !== '') {
  try {
    const now = new Date()
    const catalogue = await readHosted(backendOrigin!, key, now)
    const site = { address: publicUrl, backend: backendOrigin!, now }
    const previews = await previewFiles(catalogue, {
      backend: backendOrigin!,
      drawn: (name) => readFileSync(join(pagesDir, 'posters', `${name}.svg`), 'utf8'),
      earlier: (name) => (existsSync(join(pagesDir, name)) ? readFileSync(join(pagesDir, name)) : null),
    })
    // Pages of events that are gone go.
    rmSync(join(pagesDir, 'events'), { recursive: true, force: true })
    write({ ...foundFiles(html, catalogue, site), ...previews })
    log.say(`robots.txt, sitemap.xml, pages and pictures of ${catalogue.events.length} events written to ${pagesDir}.`)
  } catch (error) {
    log.warn(`The events could not be read: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(1)
  }
} else {
  log.say('Set PUBLIC_URL and VITE_SUPABASE_KEY to write sitemap.xml, robots.txt and the events’ pages as well.')
}
