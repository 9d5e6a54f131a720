import { expect, test } from 'vitest'
import { mailedPaper, mailedTicket } from '../../../tests/support/mail/mail-rows.ts'
import { saidBy, streamsOf } from '../../../tests/support/mail/read-pdf.ts'
import { parsePapers } from '#shop/papers/paper.ts'
import { makePaperPdf } from './paper-pdf.ts'
import { openTypesetter } from './pdf-text.ts'
import { fontsOfShop } from './shop-fonts.ts'

const type = openTypesetter(fontsOfShop())
const order = {
  shop: 'Mehfil',
  address: 'https://t.example.in',
  language: 'en',
  code: 'MF7K2QX4MD',
  tickets: [],
} as const
const read = async (paper: object, more: Partial<Parameters<typeof makePaperPdf>[1]> = {}) =>
  streamsOf(await makePaperPdf(parsePapers([paper] as never)[0]!, { ...order, ...more }, type)).map((page) =>
    saidBy(page).split('\n'),
  )

test('a tax invoice has all that the rules ask for, on one page', async () => {
  const pages = await read(mailedPaper())
  expect(pages).toHaveLength(1)
  for (const text of [
    ...['Tax invoice', 'MF/2627/000012 · Mon 30 Nov 2026', 'Order code MF7K2QX4MD', 'Saptak Events', '12 Hill Road'],
    ...[
      'GSTIN 27AAPFU0939F1ZV',
      'Shaikh Traders',
      'Farah Shaikh',
      'GSTIN 29AAGCB7383J1Z4',
      'Place of supply',
      'Maharashtra',
    ],
    ...['Reverse charge', 'No', 'SAC 999622', 'Gold · seats F5, F6', '₹1,500.00', 'CGST 9%', 'SGST 9%', '₹135.00'],
    ...['Convenience fee', 'SAC 998554', '₹5.40', 'CGST', '₹140.40', 'Total', '₹1,840.80'],
  ])
    expect(pages[0]).toContain(text)
  expect(pages[0]).not.toContain('IGST 18%')
})

test('seats have the names of their sections, as on the tickets', async () => {
  const lines = [{ ...mailedPaper().lines[0], seats: ['FRNT-A9', 'FRNT-A10'] }]
  const tickets = [mailedTicket(['FRNT-A9', 'FRNT-A10'], { sections: { FRNT: 'Front rows' } })]
  expect((await read(mailedPaper({ lines }), { tickets }))[0]).toContain('Gold · Front rows A9, A10')
})

test('a long order goes on over pages, and each line keeps its figures', async () => {
  const [line] = mailedPaper().lines
  const pages = await read(
    mailedPaper({ lines: Array.from({ length: 12 }, (_, n) => ({ ...line, seats: [`B${n}`] })) }),
  )
  expect(pages.length).toBeGreaterThan(1)
  const said = pages.flat()
  for (let n = 0; n < 12; n += 1) expect(said).toContain(`Gold · seat B${n}`)
  expect(said.filter((text) => text === 'CGST 9%')).toHaveLength(12)
})

test.each([
  ['hi', 'टैक्स इनवॉइस', 'आपूर्ति का स्थान'],
  ['mr', 'टॅक्स इनव्हॉइस', 'पुरवठ्याचे ठिकाण'],
] as const)('is in the reader’s language: %s', async (language, ...texts) => {
  const [page] = await read(mailedPaper(), { language })
  for (const text of texts) expect(page).toContain(text)
})
