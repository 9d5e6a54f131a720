import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { accessibility as enAccess } from '#ui/messages/en/shop/accessibility.ts'
import { fairness as enFair } from '#ui/messages/en/shop/fairness.ts'
import { accessibility as hiAccess } from '#ui/messages/hi/shop/accessibility.ts'
import { fairness as hiFair } from '#ui/messages/hi/shop/fairness.ts'
import { accessibility as mrAccess } from '#ui/messages/mr/shop/accessibility.ts'
import { fairness as mrFair } from '#ui/messages/mr/shop/fairness.ts'
import { darkPatterns, STATEMENTS_CHECKED } from './statements.tsx'

it('STATEMENTS_CHECKED changes with the text of the statements', () => {
  const texts = [enAccess, enFair, hiAccess, hiFair, mrAccess, mrFair].flatMap((messages) =>
    Object.entries(messages).map(([key, text]) => `${key} ${typeof text === 'function' ? text({ day: 'N' }) : text}`),
  )
  const digest = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12)
  expect({ day: STATEMENTS_CHECKED, digest }).toEqual({ day: '2026-12-01', digest: '650f68bd4507' })
})

it('the audit has the thirteen patterns of the guidelines, each once', () => {
  expect(new Set(darkPatterns).size).toBe(13)
})
