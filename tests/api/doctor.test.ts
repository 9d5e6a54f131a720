import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examine, type Finding } from '../../server/doctor/check.ts'
import { customerChecks } from '../../server/doctor/customer.ts'
import { pageChecks } from '../../server/doctor/pages.ts'
import { openRunningShop } from '../../server/doctor/running-shop.ts'
import { signInChecks } from '../../server/doctor/sign-in.ts'
import { visitorChecks } from '../../server/doctor/visitor.ts'
import { startShop, type Shop } from '../support/server/shop.ts'

let shop: Shop
let careless: Server
let carelessUrl: string

beforeAll(async () => {
  shop = await startShop({ template: 'demo' })
  // Allows everything from anywhere, with rows of others.
  careless = createServer((request, response) => {
    const api = /^\/(rest|auth|storage|graphql)\//.test(request.url ?? '')
    response.writeHead(200, {
      'content-type': api ? 'application/json' : 'text/html',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000',
    })
    response.end(
      request.url?.startsWith('/auth/v1/settings')
        ? '{"external":{"email":true,"phone":true,"anonymous_users":true},"mailer_autoconfirm":true}'
        : request.url?.startsWith('/auth/')
          ? '{"access_token":"a","user":{"id":"b"}}'
          : request.url?.startsWith('/graphql/')
            ? '{"data":{"__typename":"Query"}}'
            : api
              ? '[{"id":"somebody else’s"}]'
              : '<!doctype html><title>Anything</title>',
    )
  })
  await new Promise<void>((resolve) => careless.listen(0, '127.0.0.1', () => resolve()))
  carelessUrl = `http://127.0.0.1:${(careless.address() as AddressInfo).port}`
})
afterAll(async () => {
  careless?.close()
  await shop?.dispose()
})

const checks = (account: Parameters<typeof customerChecks>[0]) => [
  ...pageChecks,
  ...visitorChecks,
  ...signInChecks,
  ...customerChecks(account),
]
const which = (findings: Finding[], holds: boolean | null): string[] =>
  findings.filter(({ verdict }) => verdict.holds === holds).map(({ promise }) => promise)

describe('the doctor', () => {
  test('finds every promise kept by an own shop, except those that need mail and https', async () => {
    const customer = shop.accounts.find(({ role }) => role === 'customer')!
    const running = await openRunningShop(shop.url)
    const findings = await examine(running, checks(customer))
    const saying = findings.filter(({ verdict }) => verdict.holds !== true)
    expect(saying.map(({ promise }) => promise)).toEqual([
      'Pages come encrypted, and browsers insist on it',
      'An address is confirmed before it is an account',
    ])
  })

  test('names everything that a careless host leaves open', async () => {
    const running = await openRunningShop(carelessUrl, 'key')
    const findings = await examine(running, checks({ email: 'a@b.example', password: 'password' }))
    expect(which(findings, true)).toEqual([
      'Every path of the shop is its page',
      'The catalogue is there for everybody',
    ])
    expect(which(findings, null)).toEqual(['Pages come encrypted, and browsers insist on it'])
  })

  test('names a cache in which one visitor’s request decides what the others get', async () => {
    const running = await openRunningShop(shop.url)
    const kept = new Map<string, ReturnType<typeof running.get>>()
    const get: typeof running.get = (path, headers) => {
      const answer = kept.get(path) ?? running.get(path, headers)
      kept.set(path, answer)
      return answer
    }
    const shared = pageChecks.filter(({ promise }) => promise.startsWith('Answers that are the same'))
    expect(which(await examine(running, shared), true)).toHaveLength(1)
    expect(which(await examine({ ...running, get }, shared), false)).toHaveLength(1)
  })

  test('reports a check without an answer as not asked', async () => {
    const running = await openRunningShop(shop.url)
    const deaf = { ...running, call: () => Promise.reject(new TypeError('fetch failed')) }
    const findings = await examine(deaf, [...visitorChecks, ...signInChecks])
    expect(which(findings, true)).toEqual([])
    expect(which(findings, false)).toEqual([])
  })
})
