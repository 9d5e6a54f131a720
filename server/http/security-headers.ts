import { createHash } from 'node:crypto'
import { isEncrypted, type Settings } from '../settings/settings.ts'

/** Returns the `'sha256-…'` sources of a page's inline scripts; JSON data needs none. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)
  return [...scripts]
    .filter(
      ([, attributes = '', code = '']) =>
        !/\bsrc\s*=|\btype="application\/(?:ld\+)?json"/i.test(attributes) && code !== '',
    )
    .map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
}

/** Allows our own scripts, inline styles (toasts inject theirs) and no frames. */
export function contentSecurityPolicy(html: string, backendOrigin: string | null): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...new Set(inlineScriptHashes(html)), "'wasm-unsafe-eval'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': backendOrigin ? ["'self'", 'blob:', 'data:', backendOrigin] : ["'self'", 'blob:', 'data:'],
    'font-src': ["'self'"],
    'connect-src': backendOrigin ? ["'self'", backendOrigin] : ["'self'"],
    'media-src': ["'self'", 'blob:'],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

const HSTS_SECONDS = 31_536_000

export function securityHeaders(
  html: string,
  settings: Pick<Settings, 'backendOrigin' | 'tls' | 'publicUrl'>,
): Record<string, string> {
  const encrypted = isEncrypted(settings)
  return {
    'content-security-policy': contentSecurityPolicy(html, settings.backendOrigin),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Links in mails carry one-time tokens, which other sites must not see.
    'referrer-policy': 'same-origin',
    // web-share is left out: its default is our pages only, and some browsers warn about the name.
    'permissions-policy':
      'camera=(self), clipboard-write=(self), fullscreen=(self), screen-wake-lock=(self), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(encrypted && { 'strict-transport-security': `max-age=${HSTS_SECONDS}` }),
  }
}
