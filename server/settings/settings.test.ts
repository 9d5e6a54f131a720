import { describe, expect, test } from 'vitest'
import { isLoopback } from './proxies.ts'
import { addressOf, isExposed, readSettings } from './settings.ts'
import { StartupError } from '../startup-error.ts'

describe('settings', () => {
  test('default to this machine, port 4173, limits on, no mail', () => {
    const settings = readSettings({})
    expect(settings).toMatchObject({
      port: 4173,
      host: '127.0.0.1',
      loopback: true,
      databaseUrl: null,
      publicUrl: null,
      tls: null,
      proxies: { hops: 0 },
      demo: 'auto',
      mail: null,
      gateways: { razorpay: null, cashfree: null },
      limits: { signInPerAddress: 10, signInPerIp: 600, contactPerHour: null, authAnswerMs: 400, freeMb: 1024 },
    })
    expect(settings.dataDir).toMatch(/[/\\]\.data$/)
    expect(isExposed(settings)).toBe(false)
  })

  test('treat empty values as unset', () => {
    expect(readSettings({ PORT: '', HOST: ' ', DATABASE_URL: '', ADMIN_EMAIL: '' })).toEqual(readSettings({}))
  })

  test.each([
    ['PORT', 'abc'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', '1e3'],
    ['PORT', '0x10'],
    ['HOST', 'no host'],
    ['HOST', '256.1.1.1'],
    ['HOST', 'http://localhost'],
    ['PUBLIC_URL', 'tickets.example.in'],
    ['PUBLIC_URL', 'ftp://tickets.example.in'],
    ['PUBLIC_URL', 'https://tickets.example.in/shop'],
    ['PUBLIC_URL', 'https://user:pass@tickets.example.in'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', 'maybe'],
    ['TRUST_PROXY', '10.0.0.1, proxy.example.in'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1:80'],
    ['ADMIN_EMAIL', 'nobody'],
    ['ADMIN_EMAIL', 'a b@example.in'],
    ['DEMO', 'perhaps'],
    ['DEMO_PASSWORD', 'short12'],
    ['DEMO_PASSWORD', 'x'.repeat(73)],
    ['TLS_CERT', '/nowhere/cert.pem'],
    ['TLS_KEY', '/nowhere/key.pem'],
    ['SMTP_PORT', '587'],
    ['SMTP_HOST', 'mail.example.in'],
    ['GOOGLE_CLIENT_ID', 'x'],
    ['RAZORPAY_WEBHOOK_SECRET', 'mehfil2026'],
    ['CASHFREE_CLIENT_SECRET', 'x'.repeat(23)],
    ['PROOF_MAIL_TO', 'account@shop.example'],
    ['PROOF_MAIL_SECRET', 'too short'],
    ['PROOF_IMAP_HOST', 'imap.example.in'],
    ['PROOF_IMAP_USER', 'shop'],
    ['DEMO_BANK', 'perhaps'],
    ['LIMITS_SIGN_IN_PER_IP', '-3'],
    ['LIMITS_STATEMENT_SECONDS', '0'],
    ['DATA_DIR', '.'],
    ['VITE_SUPABASE_URL', 'not a url'],
  ])('%s=%s is refused with a sentence that names it', (name, value) => {
    let message = ''
    try {
      readSettings({ [name]: value })
    } catch (error) {
      expect(error).toBeInstanceOf(StartupError)
      message = (error as Error).message
    }
    expect(message).toContain(name)
    expect(message).toMatch(/^[A-Z].*\.$/)
    expect(message).not.toContain('\n')
  })

  test('never repeat the password in DATABASE_URL', () => {
    expect(() => readSettings({ DATABASE_URL: 'postgre://shop:hunter22@db/x' })).toThrow(/^(?!.*hunter22)/)
  })

  test('never repeat a gateway’s secret', () => {
    expect(() => readSettings({ RAZORPAY_WEBHOOK_SECRET: 'mehfil2026' })).toThrow(/^(?!.*mehfil2026)/)
  })

  test('need a sender for mail, and a complete login', () => {
    const mail = { SMTP_HOST: 'mail.example.in', SMTP_FROM: 'Mehfil <tickets@example.in>' }
    expect(readSettings(mail).mail).toEqual({
      host: 'mail.example.in',
      port: 587,
      secure: false,
      user: null,
      password: null,
      from: 'Mehfil <tickets@example.in>',
    })
    expect(readSettings({ ...mail, SMTP_PORT: '465' }).mail?.secure).toBe(true)
    expect(() => readSettings({ ...mail, SMTP_USER: 'shop' })).toThrow('SMTP_PASSWORD')
    expect(() => readSettings({ ...mail, SMTP_FROM: 'Mehfil' })).toThrow('SMTP_FROM')
  })

  test('recognize this machine', () => {
    for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '127.8.8.8', '::1', '[::1]', 'shop.localhost']) {
      expect(isLoopback(host), host).toBe(true)
    }
    for (const host of ['0.0.0.0', '::', '128.0.0.1', 'localhost.example.in', '127.0.0.1.nip.io', '192.168.1.4']) {
      expect(isLoopback(host), host).toBe(false)
    }
  })

  test('are exposed by host, address or database', () => {
    for (const env of [
      { HOST: '0.0.0.0' },
      { PUBLIC_URL: 'https://tickets.example.in' },
      { DATABASE_URL: 'postgres://localhost/shop' },
    ]) {
      expect(isExposed(readSettings(env)), JSON.stringify(env)).toBe(true)
    }
  })

  test('give the public address', () => {
    expect(addressOf(readSettings({}), 4173)).toBe('http://localhost:4173')
    expect(addressOf(readSettings({ HOST: '0.0.0.0' }), 80)).toBe('http://localhost')
    expect(addressOf(readSettings({ HOST: '192.168.1.4' }), 4173)).toBe('http://192.168.1.4:4173')
    expect(addressOf(readSettings({ HOST: 'fd00::2' }), 4173)).toBe('http://[fd00::2]:4173')
    expect(addressOf(readSettings({ PUBLIC_URL: 'https://tickets.example.in/' }), 4173)).toBe(
      'https://tickets.example.in',
    )
  })

  describe('of proofs', () => {
    const imap = {
      PROOF_IMAP_HOST: 'imap.example.in',
      PROOF_IMAP_USER: 'shop',
      PROOF_IMAP_PASSWORD: 'secret',
      PROOF_MAIL_TO: 'Account@Shop.example',
      PROOF_ACCOUNT_MASK: '7722',
    }

    test('default to none; to TLS, the inbox and two days; and to nobody’s account for the demo bank', () => {
      expect(readSettings({}).proofs).toBeNull()
      expect(readSettings({ ...imap, PROOF_BANKS: 'hdfc-upi, axis-upi' }).proofs).toEqual({
        to: 'account@shop.example',
        account: '7722',
        confirmed: ['hdfc-upi', 'axis-upi'],
        maxAgeMs: 172_800_000,
        imap: { host: 'imap.example.in', port: 993, secure: true, user: 'shop', password: 'secret', folder: 'INBOX' },
        secretHash: null,
        demoBank: false,
      })
      expect(readSettings({ DEMO_BANK: '1' }).proofs).toMatchObject({ demoBank: true, imap: null, secretHash: null })
    })

    test.each([
      ['PROOF_MAIL_TO', ''],
      ['PROOF_ACCOUNT_MASK', ''],
      ['PROOF_ACCOUNT_MASK', '12'],
      ['PROOF_ACCOUNT_MASK', 'XX12'],
      ['PROOF_BANKS', 'demo'],
      ['PROOF_BANKS', 'hdfc'],
      ['PROOF_IMAP_PORT', '0'],
      ['PROOF_IMAP_PASSWORD', ''],
      ['PROOF_MAIL_HOURS', '1000'],
    ])('%s=%s beside the others is refused with a sentence that names it', (name, value) => {
      expect(() => readSettings({ ...imap, [name]: value })).toThrow(new RegExp(`^(?=.*${name})`))
    })
  })
})
