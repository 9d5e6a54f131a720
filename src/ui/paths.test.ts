import { describe, expect, it } from 'vitest'
import { isAdminPath, paths, withQuery } from './paths.ts'
import { pageTitle } from './browser/page-title.ts'

describe('addresses', () => {
  it('encode ids', () => {
    expect(paths.event('a/b?c')).toBe('/events/a%2Fb%3Fc')
    expect(paths.ticket('7f3c')).toBe('/my-tickets/7f3c')
    expect(paths.receipt('7f3c')).toBe('/orders/7f3c')
  })
  it('leave empty values out of the query', () => {
    expect(withQuery('/concerts', { q: '', city: undefined })).toBe('/concerts')
    expect(withQuery('/concerts', { q: 'a & b', city: 'Delhi' })).toBe('/concerts?q=a+%26+b&city=Delhi')
  })
  it('tell the console from a page that only begins alike', () => {
    expect([paths.admin, paths.adminLogin, '/administrator', '/'].map(isAdminPath)).toEqual([true, true, false, false])
  })
})

it('page titles name the shop, the page and the area', () => {
  expect(pageTitle(null)).toBe('Mehfil: concert tickets in India')
  expect(pageTitle('Cart')).toBe('Cart · Mehfil')
  expect(pageTitle('Payments', 'admin')).toBe('Payments · Mehfil Admin')
})
