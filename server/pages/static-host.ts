import { securityHeaders } from '../http/security-headers.ts'

/**
 * What a static host reads to answer as `npm start` does: the same security headers, the page for every path of the
 * shop, 404 for what is missing. How a host must answer: docs/deploy.md.
 */

/** The hosts whose own format is written. */
export const staticHosts = ['netlify', 'cloudflare', 'nginx'] as const
export type StaticHostName = (typeof staticHosts)[number]

/** First parts of the paths that are pages; `npm test` compares them with src/ui/paths.ts. */
export const pageRoots = [
  'events',
  'concerts',
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

/** How long browsers keep what lies under /assets/: its name changes with its content. */
const KEPT = 'public, max-age=31536000, immutable'
const ASKED_ANEW = 'no-cache'

/** Files that change under the same name, beside index.html. */
const CHANGING = ['service-worker.js', 'manifest.webmanifest', 'gate-files.json', 'language-files.json']

/** The headers of every answer of a host with https whose pages ask `backendOrigin`. */
const headersOf = (html: string, backendOrigin: string): Record<string, string> =>
  securityHeaders(html, { backendOrigin, tls: null, publicUrl: 'https://' })

/** `_headers`, as Netlify and Cloudflare Pages read it: rules of a path that several match are joined. */
function headersFile(html: string, backendOrigin: string): string {
  const rule = (path: string, headers: Record<string, string>): string =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n')
  return `${[
    rule('/*', headersOf(html, backendOrigin)),
    rule('/assets/*', { 'cache-control': KEPT }),
    ...['', 'index.html', ...CHANGING].map((name) => rule(`/${name}`, { 'cache-control': ASKED_ANEW })),
    ...pageRoots.flatMap((name) => [
      rule(`/${name}`, { 'cache-control': ASKED_ANEW }),
      rule(`/${name}/*`, { 'cache-control': ASKED_ANEW }),
    ]),
  ].join('\n\n')}\n`
}

/** `_redirects`: every path of the shop is the page; files go before it, and 404.html answers for everything else. */
const redirectsFile = (page: string): string =>
  pageRoots.map((name) => `/${name}  ${page}  200\n/${name}/*  ${page}  200\n`).join('')

/** A header's value in nginx's quotes. */
const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** A file for nginx's `include`, inside the `server` block. */
function nginxFile(html: string, backendOrigin: string): string {
  const always = Object.entries(headersOf(html, backendOrigin)).map(
    ([name, value]) => `  add_header ${name} ${quoted(value)} always;`,
  )
  // A location with a header of its own inherits none.
  const location = (pattern: string, cached: string, tries: string): string =>
    [
      `location ${pattern} {`,
      `  add_header cache-control ${quoted(cached)};`,
      ...always,
      `  try_files ${tries};`,
      '}',
    ].join('\n')
  return `${[
    location('^~ /assets/', KEPT, '$uri =404'),
    location('~ \\.(js|css|woff2|wasm|json|svg|png|webmanifest)$', ASKED_ANEW, '$uri =404'),
    location('/', ASKED_ANEW, '$uri /index.html'),
  ].join('\n')}\n`
}

/**
 * The files that a host needs beside the built pages, by their names. `html` is the built index.html, `backendOrigin` the
 * origin of the Supabase that the pages ask.
 */
export function staticHostFiles(host: StaticHostName, html: string, backendOrigin: string): Record<string, string> {
  if (host === 'nginx') return { 'nginx-mehfil.conf': nginxFile(html, backendOrigin) }
  return {
    _headers: headersFile(html, backendOrigin),
    // Cloudflare Pages moves /index.html to /, and would go round in circles.
    _redirects: redirectsFile(host === 'cloudflare' ? '/' : '/index.html'),
    // The app says itself that there is no such page.
    '404.html': html,
  }
}
