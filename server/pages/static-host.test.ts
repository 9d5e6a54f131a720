import { expect, test } from 'vitest'
import { eventsFromAt } from '#shop/catalogue/catalogue-rows.ts'
import { staticHostFiles } from './static-host.ts'

const html = '<!doctype html><html><head><script>theme()</script></head><body></body></html>'
const backend = 'https://abc.supabase.co'
const site = { html, backendOrigin: backend }

test.each(['netlify', 'cloudflare'] as const)('%s sends the headers that npm start sends', (host) => {
  const files = staticHostFiles(host, site)
  const everywhere = /^\/\*\n((?: {2}.*\n)+)/.exec(files['_headers'] ?? '')?.[1] ?? ''
  for (const header of [
    "frame-ancestors 'none'",
    `connect-src 'self' ${backend};`,
    'x-content-type-options: nosniff',
    'x-frame-options: DENY',
    'strict-transport-security: max-age=31536000',
    'referrer-policy: same-origin',
    'cross-origin-opener-policy: same-origin',
  ])
    expect(everywhere).toContain(header)
  expect(files['_headers']).toContain('/assets/*\n  cache-control: public, max-age=31536000, immutable')
  expect(files['_redirects']).toContain(`/my-tickets/*  ${host === 'netlify' ? '/index.html' : '/'}  200`)
  // No rule for every path: a missing script must not be answered with the page.
  expect(files['_redirects']).not.toMatch(/^\/\*/m)
  expect(files['404.html']).toBe(html)
  expect(files['_headers']).toMatch(
    host === 'netlify'
      ? /^\/button\.js\n  cache-control: public, max-age=3600\n  cross-origin-resource-policy: cross-origin\n/m
      : /^\/button\.js\n  ! cross-origin-resource-policy\n  cache-control: public, max-age=3600\n/m,
  )
})

test('pages of events answer before the shop’s page does', () => {
  const cloudflare = staticHostFiles('cloudflare', { ...site, hasEventPages: true })['_redirects']
  expect(cloudflare).toContain('/events  /  200\n')
  expect(cloudflare).not.toContain('/events/*')
  expect(staticHostFiles('cloudflare', site)['_redirects']).toContain('/events/*  /  200\n')
  expect(staticHostFiles('netlify', { ...site, hasEventPages: true })['_redirects']).toContain(
    '/events/*  /index.html  200\n',
  )
})

test('nginx sends them from every location, and the page only for paths that are not files', () => {
  const text = staticHostFiles('nginx', site)['nginx-mehfil.conf'] ?? ''
  const locations = text.split(/^(?=location)/m)
  expect(locations).toHaveLength(4)
  for (const location of locations) expect(location).toContain('add_header x-content-type-options "nosniff" always;')
  expect(locations[0]).toContain('cross-origin-resource-policy "cross-origin"')
  expect(locations[0]).not.toContain('"same-origin";')
  for (const location of locations.slice(1))
    expect(location).toContain('cross-origin-resource-policy "same-origin" always;')
  expect(locations[1]).toContain('try_files $uri =404;')
  expect(locations[3]).toContain('try_files $uri $uri.html /index.html;')
})

test('nginx keeps the shared answers by what counts alone, and passes on nothing else of what a visitor sends', () => {
  const text = staticHostFiles('nginx', { ...site, key: 'sb_publishable_x' })['nginx-mehfil-shared.conf'] ?? ''
  const locations = text.split(/^(?=location)/m)
  expect(locations.map((one) => /rpc\/(\w+) \{/.exec(one)?.[1])).toEqual([
    'seat_availability',
    'queue_state',
    'queue_list',
    'read_catalogue',
  ])
  for (const location of locations)
    for (const line of [
      `proxy_pass ${backend};`,
      'proxy_ssl_verify on;',
      'proxy_pass_request_headers off;',
      'proxy_pass_request_body off;',
      'proxy_set_header apikey "sb_publishable_x";',
      `proxy_cache_key "${backend}$uri?$args";`,
      'proxy_ignore_headers set-cookie vary expires x-accel-expires;',
      'proxy_hide_header set-cookie;',
      'add_header x-content-type-options "nosniff" always;',
    ])
      expect(location).toContain(`  ${line}\n`)
  expect(locations[1]).toContain('set $args "p_event_id=$arg_p_event_id";')
  expect(locations[3]).toContain('set $args "p_events_from=$arg_p_events_from";')
  // As the pages' address says it.
  const day = String(new URLSearchParams({ day: eventsFromAt(Date.UTC(2026, 10, 30, 9)) })).slice('day='.length)
  const [, shape = ''] = /\$arg_p_events_from !~ "([^"]+)"/.exec(locations[3]!)!
  expect(day).toMatch(new RegExp(shape))
  expect(day.replace('T00', 'T09')).not.toMatch(new RegExp(shape))
  expect(staticHostFiles('nginx', site)['nginx-mehfil-shared.conf']).toBeUndefined()
})
