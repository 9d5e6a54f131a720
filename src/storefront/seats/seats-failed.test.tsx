import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { FailureCode } from '#platform/failure/failure.ts'
import '#ui/messages/en/shop/catalogue.ts'
import { CatalogueFailed } from '../catalogue/catalogue-failed.tsx'
import { SeatsFailed, whyNoSeats, whyStale } from './seats-failed.tsx'

const of = (code: FailureCode) => ({ code, message: '' })
const DEVICE = /this device’s storage/i
const SHOP = /the shop/i

it.each([true, false])('blames who failed, with a network %s', (onLine) => {
  for (const said of [whyNoSeats(of('storage'), onLine), whyStale(of('storage'), onLine, '1 minute ago')]) {
    expect(said).toMatch(DEVICE)
    expect(said).not.toMatch(SHOP)
  }
  expect(whyNoSeats(of('server'), onLine)).toMatch(SHOP)
  expect(whyNoSeats(of('not_found'), onLine)).toContain('no longer offered')
  for (const code of ['server', 'unreachable'] as const) {
    expect(whyNoSeats(of(code), onLine)).not.toMatch(DEVICE)
    expect(whyStale(of(code), onLine, '1 minute ago')).not.toMatch(DEVICE)
  }
})

it.each([
  ['storage', DEVICE, SHOP],
  ['server', SHOP, DEVICE],
] as const)('says so on the page: %s', (code, right, wrong) => {
  const props = { failure: of(code), retry: () => undefined }
  for (const page of [
    <SeatsFailed key="seats" {...props} busy={false} />,
    <CatalogueFailed key="list" {...props} retrying={false} />,
  ]) {
    const said = renderToStaticMarkup(page)
    expect(said).toMatch(right)
    expect(said).not.toMatch(wrong)
  }
})
