import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { info as en } from '#ui/messages/en/shop/info.ts'
import { info as hi } from '#ui/messages/hi/shop/info.ts'
import { info as mr } from '#ui/messages/mr/shop/info.ts'
import { PRIVACY_UPDATED } from '#shop/people/profile.ts'
import { TERMS_UPDATED } from './info-pages.tsx'

const textOf = (messages: object, page = 'terms'): string =>
  Object.entries(messages)
    .filter(([key]) => key.startsWith(`info.${page}.`) && key !== 'info.terms.updated')
    .map(
      ([key, text]) =>
        `${key} ${typeof text === 'function' ? (text as (p: object) => string)({ days: 'N' }) : String(text)}`,
    )
    .join('\n')

it('TERMS_UPDATED changes with the text of the terms', () => {
  const digest = createHash('sha256')
    .update([en, hi, mr].map((one) => textOf(one)).join('\n'))
    .digest('hex')
    .slice(0, 12)
  expect({ day: TERMS_UPDATED, digest }).toEqual({ day: '2026-11-26', digest: '51d3cfb8b7c8' })
})

it('PRIVACY_UPDATED, which each account keeps, changes with the text of the privacy notice', () => {
  const texts = [en, hi, mr].map((one) => textOf(one, 'privacy')).join('\n')
  const digest = createHash('sha256').update(texts).digest('hex').slice(0, 12)
  expect({ day: PRIVACY_UPDATED, digest }).toEqual({ day: '2026-11-30', digest: '5c7de8dfc4ee' })
})

it('no page promises a refund without a request', () => {
  for (const key of ['info.terms.changes.text', 'info.refund.cancelled.text', 'info.q.refund.text'] as const)
    expect(en[key], key).toMatch(/request/i)
  expect(en['info.terms.changes.text']).not.toContain('you are refunded')
})
