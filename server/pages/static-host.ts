import { securityHeaders } from '../http/security-headers.ts'
import { BUTTON_HEADERS, BUTTON_PATH } from './static-files.ts'

// Makes static hosts answer as `npm start` does: same headers, the page for the shop's paths, 404 for missing files.

export const staticHosts = ['netlify', 'cloudflare', 'nginx'] as const
export type StaticHostName = (typeof staticHosts)[number]

/** First parts of the pages' paths; `npm test` compares them with src/ui/paths.ts. */
export const pageRoots = [
  'events',
  'concerts',
  'queue',
  'cart',
  'checkout',
  'my-tickets',
  'orders',
  'profile',
  'settings',
  'login',
  'register',
  'auth',
  'reset-password',
  'invitation',
  'preview',
  'updates',
  'ticket',
  'about',
  'contact',
  'faq',
  'support',
  'help',
  'terms',
  'privacy',
  'refund',
  'admin',
]

const KEPT = 'public, max-age=31536000, immutable'
const REVALIDATED = 'no-cache'

const CHANGING = ['service-worker.js', 'manifest.webmanifest', 'gate-files.json', 'language-files.json']

const headersOf = (html: string, backendOrigin: string): Record<string, string> =>
  securityHeaders(html, { backendOrigin, tls: null, publicUrl: 'https://' })

/** Netlify's and Cloudflare Pages' format; a path gets the headers of all rules that match. */
function headersFile(host: StaticHostName, html: string, backendOrigin: string): string {
  const rule = (path: string, headers: Record<string, string>): string =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n')
  return `${[
    rule('/*', headersOf(html, backendOrigin)),
    rule('/assets/*', { 'cache-control': KEPT }),
    // Netlify takes the value of the more exact rule; Cloudflare adds it, unless `!` takes back the first.
    rule(host === 'cloudflare' ? `${BUTTON_PATH}\n  ! cross-origin-resource-policy` : BUTTON_PATH, BUTTON_HEADERS),
    ...['', 'index.html', ...CHANGING].map((name) => rule(`/${name}`, { 'cache-control': REVALIDATED })),
    ...pageRoots.flatMap((name) => [
      rule(`/${name}`, { 'cache-control': REVALIDATED }),
      rule(`/${name}/*`, { 'cache-control': REVALIDATED }),
    ]),
  ].join('\n\n')}\n`
}

/**
 * The page for the shop's paths; 404.html answers for every other one. On Netlify existing files take precedence,
 * `events/<id>.html` for `/events/<id>` too. Cloudflare Pages follows a rule even where there is a file
 * (developers.cloudflare.com/pages/configuration/redirects), so the roots in `ownFiles` have none for what is below
 * them: there 404.html, the same page, answers for what has no file.
 */
const redirectsFile = (page: string, ownFiles: readonly string[] = []): string =>
  pageRoots
    .map((name) => `/${name}  ${page}  200\n${ownFiles.includes(name) ? '' : `/${name}/*  ${page}  200\n`}`)
    .join('')

const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** For nginx's `include`, inside the `server` block. */
function nginxFile(html: string, backendOrigin: string): string {
  const everywhere = headersOf(html, backendOrigin)
  // A location with a header of its own inherits none.
  const location = (pattern: string, cached: string, tries: string, headers = everywhere): string =>
    [
      `location ${pattern} {`,
      `  add_header cache-control ${quoted(cached)};`,
      ...Object.entries(headers).map(([name, value]) => `  add_header ${name} ${quoted(value)} always;`),
      `  try_files ${tries};`,
      '}',
    ].join('\n')
  const { 'cache-control': cached, ...shared } = BUTTON_HEADERS
  return `${[
    location(`= ${BUTTON_PATH}`, cached, '$uri =404', { ...everywhere, ...shared }),
    location('^~ /assets/', KEPT, '$uri =404'),
    location('~ \\.(js|css|woff2|wasm|json|svg|png|webmanifest)$', REVALIDATED, '$uri =404'),
    location('/', REVALIDATED, '$uri $uri.html /index.html'),
  ].join('\n')}\n`
}

/**
 * Returns a host's files by name, from the built index.html and the origin of the pages' Supabase. `hasEventPages`: the
 * host gets `events/<id>.html` as well.
 */
export function staticHostFiles(
  host: StaticHostName,
  html: string,
  backendOrigin: string,
  hasEventPages = false,
): Record<string, string> {
  if (host === 'nginx') return { 'nginx-mehfil.conf': nginxFile(html, backendOrigin) }
  return {
    _headers: headersFile(host, html, backendOrigin),
    // Cloudflare Pages redirects /index.html to /, which would loop.
    _redirects:
      host === 'cloudflare' ? redirectsFile('/', hasEventPages ? ['events'] : []) : redirectsFile('/index.html'),
    '404.html': html,
  }
}
