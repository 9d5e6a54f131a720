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
  'accessibility',
  'no-tricks',
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

/** Debian's nginx compresses nothing but HTML. */
const GZIP = [
  'gzip on',
  'gzip_vary on',
  'gzip_proxied any',
  'gzip_types text/css text/javascript application/javascript application/json application/manifest+json application/wasm image/svg+xml',
]

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
    ...GZIP.map((line) => `${line};`),
  ].join('\n')}\n`
}

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
/** The start of a day as an address writes it, the only moment that `eventsFromAt` names. */
const DAY = '^[0-9]{4}-[0-9]{2}-[0-9]{2}T00%3A00%3A00[.]000Z$'

/** The functions whose answers are the same for everybody, with the one argument that counts and its shape. */
const SHARED = {
  seat_availability: ['p_ticket_category_id', UUID],
  queue_state: ['p_event_id', UUID],
  queue_list: ['p_event_id', UUID],
  // To a device that has nothing. What changed since another's last answer is asked of Supabase itself.
  read_catalogue: ['p_events_from', DAY],
}

/** Supabase's, and not to be said in the shop's name. */
const NOT_OURS = [
  'set-cookie',
  'vary',
  'access-control-allow-origin',
  'strict-transport-security',
  'alt-svc',
  'nel',
  'report-to',
]

/**
 * For nginx's `include`, inside the `server` block: asks Supabase for the shared answers and keeps them as long as they
 * say, a second, in the zone `mehfil`. Of a visitor's request only the argument is passed on: nothing else that one sends
 * may change, split or hold up what the others get.
 */
function nginxSharedFile(html: string, backendOrigin: string, key: string): string {
  const { host, protocol } = new URL(backendOrigin)
  const verified = [
    'proxy_ssl_server_name on',
    'proxy_ssl_verify on',
    'proxy_ssl_verify_depth 4',
    'proxy_ssl_trusted_certificate /etc/ssl/certs/ca-certificates.crt',
  ]
  const lines = [
    `proxy_pass ${backendOrigin}`,
    'proxy_http_version 1.1',
    ...(protocol === 'https:' ? verified : []),
    'proxy_connect_timeout 3s',
    'proxy_read_timeout 10s',
    'proxy_pass_request_headers off',
    'proxy_pass_request_body off',
    `proxy_set_header host ${host}`,
    'proxy_set_header connection ""',
    'proxy_set_header accept application/json',
    'proxy_set_header user-agent mehfil',
    `proxy_set_header apikey ${quoted(key)}`,
    'proxy_cache mehfil',
    `proxy_cache_key "${backendOrigin}$uri?$args"`,
    // Where the answer itself does not say.
    'proxy_cache_valid 200 404 1s',
    'proxy_cache_lock on',
    'proxy_cache_lock_timeout 10s',
    'proxy_cache_use_stale updating',
    // A cookie would keep an answer from being kept, and these names would keep one for each visitor.
    'proxy_ignore_headers set-cookie vary expires x-accel-expires',
    ...NOT_OURS.map((name) => `proxy_hide_header ${name}`),
    ...Object.entries(headersOf(html, backendOrigin)).map(
      ([name, value]) => `add_header ${name} ${quoted(value)} always`,
    ),
    ...GZIP,
  ]
  return Object.entries(SHARED)
    .map(([name, [arg, shape]]) =>
      [
        `location = /rest/v1/rpc/${name} {`,
        '  if ($request_method !~ ^(GET|HEAD)$) { return 405; }',
        `  if ($arg_${arg} !~ "${shape}") { return 404; }`,
        `  set $args "${arg}=$arg_${arg}";`,
        ...lines.map((line) => `  ${line};`),
        '}\n',
      ].join('\n'),
    )
    .join('')
}

export interface StaticSite {
  /** The built index.html. */
  html: string
  /** The origin of the pages' Supabase. */
  backendOrigin: string
  /** Its public key; without one no shared answers are kept. */
  key?: string
  /** The host gets `events/<id>.html` as well. */
  hasEventPages?: boolean
}

/** Returns a host's files by name. */
export function staticHostFiles(
  host: StaticHostName,
  { html, backendOrigin, key = '', hasEventPages = false }: StaticSite,
): Record<string, string> {
  if (host === 'nginx')
    return {
      'nginx-mehfil.conf': nginxFile(html, backendOrigin),
      ...(key !== '' && { 'nginx-mehfil-shared.conf': nginxSharedFile(html, backendOrigin, key) }),
    }
  return {
    _headers: headersFile(host, html, backendOrigin),
    // Cloudflare Pages redirects /index.html to /, which would loop.
    _redirects:
      host === 'cloudflare' ? redirectsFile('/', hasEventPages ? ['events'] : []) : redirectsFile('/index.html'),
    '404.html': html,
  }
}
