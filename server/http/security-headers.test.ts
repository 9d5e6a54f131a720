import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy, inlineScriptHashes, securityHeaders } from './security-headers.ts'
import { readSettings } from '../settings/settings.ts'

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const page = `<script>
  dark()
</script><script type="module" crossorigin src="/assets/app.js"></script><SCRIPT nonce="x">b()</SCRIPT ><script></script>`

describe('the Content-Security-Policy', () => {
  test('allows exactly the inline scripts of the page', () => {
    expect(inlineScriptHashes(page)).toEqual([sha('\n  dark()\n'), sha('b()')])
    const scripts = /script-src ([^;]*)/.exec(contentSecurityPolicy(page, null))?.[1]?.split(' ')
    expect(scripts).toEqual(["'self'", sha('\n  dark()\n'), sha('b()'), "'wasm-unsafe-eval'"])
  })

  test('allows what the shop needs and nothing more', () => {
    const policy = contentSecurityPolicy('', null)
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'")
    expect(policy).toContain("style-src 'self' 'unsafe-inline'")
    expect(policy).toContain("img-src 'self' blob: data:")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/)
  })

  test('allows a configured backend', () => {
    expect(contentSecurityPolicy('', 'https://x.supabase.co')).toContain("connect-src 'self' https://x.supabase.co")
  })
})

describe('headers of every answer', () => {
  test('require https only where the shop has https', () => {
    expect(securityHeaders('', readSettings({}))).not.toHaveProperty('strict-transport-security')
    const behindProxy = readSettings({ PUBLIC_URL: 'https://tickets.example.in' })
    expect(securityHeaders('', behindProxy)['strict-transport-security']).toMatch(/^max-age=\d+$/)
    expect(securityHeaders('', { ...readSettings({}), tls: { cert: '', key: '' } })).toHaveProperty(
      'strict-transport-security',
    )
  })

  test('forbid sniffing and framing and allow the camera', () => {
    const headers = securityHeaders('', readSettings({}))
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    })
    expect(headers['permissions-policy']).toContain('camera=(self)')
    expect(headers['permissions-policy']).toContain('microphone=()')
  })
})
