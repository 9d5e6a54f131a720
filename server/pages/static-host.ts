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

/** The functions whose answers are the same for everybody, with all of their arguments that count. */
const SHARED = {
  seat_availability: ['p_ticket_category_id'],
  queue_state: ['p_event_id'],
  queue_list: ['p_event_id'],
  queue_place: ['p_event_id', 'p_code'],
}

/**
 * For nginx's `include`, inside the `server` block: asks Supabase for the shared answers and keeps them as long as they
 * say, in the zone `mehfil`. Only what counts is passed on, and no other header: what one visitor sends must not change
 * the answer that others get.
 */
function nginxSharedFile(backendOrigin: string): string {
  const { host } = new URL(backendOrigin)
  const locations = Object.entries(SHARED).map(([name, args]) =>
    [
      `location = /rest/v1/rpc/${name} {`,
      '  if ($request_method !~ ^(GET|HEAD)$) { return 405; }',
      `  set $args "${args.map((arg) => `${arg}=$arg_${arg}`).join('&')}";`,
      `  proxy_pass ${backendOrigin};`,
      '  proxy_http_version 1.1;',
      '  proxy_ssl_server_name on;',
      '  proxy_pass_request_headers off;',
      `  proxy_set_header host ${host};`,
      '  proxy_set_header connection "";',
      '  proxy_set_header accept application/json;',
      '  proxy_set_header apikey $http_apikey;',
      '  proxy_cache mehfil;',
      '  proxy_cache_key $uri?$args;',
      '  proxy_cache_lock on;',
      '  proxy_cache_background_update on;',
      '  proxy_cache_use_stale updating error timeout http_500 http_502 http_503 http_504;',
      '  gzip on;',
      '  gzip_proxied any;',
      '  gzip_types application/json;',
      '}',
    ].join('\n'),
  )
  return `${locations.join('\n')}\n`
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
  if (host === 'nginx')
    return {
      'nginx-mehfil.conf': nginxFile(html, backendOrigin),
      'nginx-mehfil-shared.conf': nginxSharedFile(backendOrigin),
    }
  return {
    _headers: headersFile(host, html, backendOrigin),
    // Cloudflare Pages redirects /index.html to /, which would loop.
    _redirects:
      host === 'cloudflare' ? redirectsFile('/', hasEventPages ? ['events'] : []) : redirectsFile('/index.html'),
    '404.html': html,
  }
}
