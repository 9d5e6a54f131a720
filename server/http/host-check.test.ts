import { describe, expect, test } from 'vitest'
import { readProxies, type Proxies } from '../settings/proxies.ts'
import { addressOfSender, hostOf, isFromAnotherSite, isOurHost, isUnknownProxy, limitKeyOf } from './host-check.ts'

const local = { host: '127.0.0.1', publicUrl: null }

describe('the Host header', () => {
  test.each([
    'localhost',
    'localhost:4173',
    'LOCALHOST:1',
    '127.0.0.1:4173',
    '[::1]:4173',
    'shop.localhost:80',
    'localhost.',
  ])('%s is this machine', (header) => expect(isOurHost(header, local)).toBe(true))

  test.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    'localhost@evil.example',
    'localhost:80:80',
    'localhost/',
    'localhost, evil.example',
    '192.168.1.4:4173',
    '[::2]',
  ])('%s is refused', (header) => expect(isOurHost(header, local)).toBe(false))

  test('may be HOST and PUBLIC_URL’s host, on any port', () => {
    const open = { host: '192.168.1.4', publicUrl: 'https://Tickets.Example.in:8443' }
    expect(isOurHost('192.168.1.4:4173', open)).toBe(true)
    expect(isOurHost('tickets.example.in', open)).toBe(true)
    expect(isOurHost('TICKETS.example.in:9', open)).toBe(true)
    expect(isOurHost('other.example.in', open)).toBe(false)
    expect(isOurHost('hostile-tickets.example.in', open)).toBe(false)
  })

  test('is read without its port', () => {
    expect(hostOf('[fd00::2]:80')).toBe('fd00::2')
    expect(hostOf('a.b:80')).toBe('a.b')
    expect(hostOf('a b')).toBeNull()
  })
})

describe('the sender of a request', () => {
  const behind = (TRUST_PROXY: string) => readProxies({ TRUST_PROXY })
  const from = (remoteAddress: string, forwarded: string | undefined, proxies: Proxies) =>
    addressOfSender({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }, proxies)

  test('is the socket address when no proxy is trusted', () => {
    expect(from('::ffff:10.0.0.7', '1.2.3.4', behind(''))).toBe('10.0.0.7')
    expect(from('127.0.0.1', '1.2.3.4', behind('0'))).toBe('127.0.0.1')
  })

  test('is the address that the last of our proxies on this machine saw', () => {
    expect(from('127.0.0.1', '6.6.6.6, 1.2.3.4', behind('1'))).toBe('1.2.3.4')
    expect(from('::ffff:127.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2', behind('2'))).toBe('1.2.3.4')
    expect(from('::1', '1.2.3.4', behind('2'))).toBe('1.2.3.4')
    expect(from('127.0.0.1', 'unknown', behind('1'))).toBe('127.0.0.1')
    expect(from('127.0.0.1', undefined, behind('1'))).toBe('127.0.0.1')
  })

  test('is the socket address when the connection is from elsewhere, whatever its headers say', () => {
    for (const proxies of ['1', '2', '127.0.0.1', '10.0.0.1, 192.168.0.0/16'])
      for (const address of ['203.0.113.7', '10.0.0.7', '2001:db8::7'])
        expect(from(address, '1.2.3.4, 10.0.0.1', behind(proxies)), proxies).toBe(address)
  })

  test('is the last address that is not of a named proxy', () => {
    const ours = behind('127.0.0.1, 10.0.0.0/8, 2001:db8:9::/48')
    expect(from('10.1.2.3', '6.6.6.6, 1.2.3.4', ours)).toBe('1.2.3.4')
    expect(from('127.0.0.1', '6.6.6.6, 1.2.3.4, 10.9.9.9, ::ffff:10.0.0.2', ours)).toBe('1.2.3.4')
    expect(from('2001:db8:9::1', '2001:db8:1::5', ours)).toBe('2001:db8:1::5')
    expect(from('127.0.0.1', '10.0.0.5', ours)).toBe('10.0.0.5')
    expect(from('127.0.0.1', '1.2.3.4, unknown', ours)).toBe('127.0.0.1')
  })

  test('is noted when a proxy brings it that is not named', () => {
    const seen = (remoteAddress: string, proxies: string, forwarded?: string) =>
      isUnknownProxy({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }, behind(proxies))
    expect(seen('172.18.0.3', '1', '1.2.3.4')).toBe(true)
    expect(seen('172.18.0.3', '172.18.0.0/16', '1.2.3.4')).toBe(false)
    expect(seen('172.18.0.3', '1')).toBe(false)
    expect(seen('172.18.0.3', '0', '1.2.3.4')).toBe(false)
  })

  test('is one /64 for an IPv6 customer', () => {
    const key = limitKeyOf('2001:db8:1:2:3:4:5:6')
    expect(limitKeyOf('2001:db8:1:2::9')).toBe(key)
    expect(limitKeyOf('2001:0db8:0001:0002:ffff::')).toBe(key)
    expect(limitKeyOf('2001:db8:1:3::9')).not.toBe(key)
    expect(limitKeyOf('::1')).toBe('0:0:0:0::/64')
    expect(limitKeyOf('10.0.0.7')).toBe('10.0.0.7')
  })
})

describe('another site', () => {
  const shop = { host: '127.0.0.1', publicUrl: 'https://tickets.example.in' }
  const foreign = (headers: Parameters<typeof isFromAnotherSite>[0]): boolean => isFromAnotherSite(headers, shop)

  test('is recognized by the Origin header', () => {
    for (const origin of [
      'https://tickets.example.in',
      'http://localhost:4173',
      'http://127.0.0.1:1',
      'http://[::1]:9',
    ])
      expect(foreign({ origin }), origin).toBe(false)
    for (const origin of ['null', '', 'https://evil.example', 'https://tickets.example.in.evil.example', 'file://'])
      expect(foreign({ origin }), origin).toBe(true)
    expect(foreign({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' })).toBe(true)
  })

  test('is recognized by Sec-Fetch-Site without one, but links are allowed', () => {
    expect(foreign({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).toBe(true)
    expect(foreign({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).toBe(false)
    expect(foreign({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toBe(false)
    expect(foreign({})).toBe(false)
  })
})
