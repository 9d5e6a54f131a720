import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { beforeAll, describe, expect, test } from 'vitest'
import { saidBy, streamsOf } from '../../../tests/support/mail/read-pdf.ts'
import { mailedTicket } from '../../../tests/support/mail/mail-rows.ts'
import { openTypesetter } from './pdf-text.ts'
import { fontsOfShop } from './shop-fonts.ts'
import { decodePassCode } from '#shop/tickets/passes/pass-code.ts'
import { makeTicketsPdf, qrOutline, codesOnPaper } from './ticket-pdf.ts'

const type = openTypesetter(fontsOfShop())

const ticket = mailedTicket(['FRNT-A9', 'FRNT-A10'], { sections: { FRNT: 'Front rows' } })
const shop = { shop: 'Mehfil', address: 'https://t.example.in', language: 'en' } as const
const order = { ...shop, name: 'Farah', code: 'MF7K2QX4MD' }

/** Draws rectangles `M x y h w v 1 H x z` as pixels, four to a cell. */
function pixelsOf({ path, cells }: { path: string; cells: number }): ImageData {
  const size = cells * 4
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, x, y, w, h] of path.matchAll(/M(\d+)[ ,](\d+) ?h(\d+)v(\d+)H\d+z/g)) {
    for (let py = Number(y) * 4; py < (Number(y) + Number(h)) * 4; py += 1)
      for (let px = Number(x) * 4; px < (Number(x) + Number(w)) * 4; px += 1)
        data.fill(0, (py * size + px) * 4, (py * size + px) * 4 + 3)
  }
  return { data, width: size, height: size, colorSpace: 'srgb' }
}

beforeAll(() => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  return prepareZXingModule({ overrides: { wasmBinary: readFileSync(file).buffer }, fireImmediately: true })
})

describe('the tickets as a PDF', () => {
  test('have a page a person, with all that a gate and its visitor need', async () => {
    const pdf = await makeTicketsPdf([ticket, { ...ticket, singer: 'Anuradha Paudwal', sections: null }], order, type)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    const pages = streamsOf(pdf).map(saidBy)
    expect(pages).toHaveLength(4)
    for (const text of [
      ...['Mehfil', 'Ticket 2 of 4', 'Meher Qazi', 'Sat 5 Dec 2026, 7:30 pm', 'Saptak Hall, Mumbai', 'Gold'],
      ...['Front rows A10', '1 person', 'Farah', 'MF7K2QX4MD', '7K2Q-X4MD-E', 'https://t.example.in/my-tickets'],
    ])
      expect(pages[1]?.split('\n')).toContain(text)
    expect(pages[2]).toContain('Anuradha Paudwal')
    expect(pages[2]).toContain('FRNT-A9')
  })

  test('have the code that the device draws, as outlines', async () => {
    const [{ text } = { text: '' }] = codesOnPaper(ticket)
    expect(decodePassCode(text)).toMatchObject({ ticketId: ticket.id, keyNumber: 3, seat: 'FRNT-A9' })
    expect(codesOnPaper(ticket).map((code) => decodePassCode(code.text)?.seat)).toEqual(ticket.seats)
    const [read] = await readBarcodes(pixelsOf(qrOutline(text)), { formats: ['QRCode'] })
    expect(read?.text).toBe(text)
    const [page] = streamsOf(await makeTicketsPdf([ticket], order, type))
    const cells = qrOutline(text).path.match(/M/g)?.length ?? 0
    // One rectangle a run of cells: filled together, black.
    expect(page?.split('\n0 0 0 scn')[0]?.split('1 1 1 scn').at(-1)?.match(/ m\n/g)).toHaveLength(cells)
  })

  test.each([
    ['hi', 'टिकट 1 / 2', 'शनि 5 दिसंबर 2026, शाम 7:30 बजे', '1 व्यक्ति'],
    ['mr', 'तिकीट 1 / 2', 'शनि 5 डिसेंबर 2026, सायंकाळी 7:30', '1 व्यक्ती'],
  ] as const)('are in the reader’s language: %s', async (language, ...texts) => {
    const name = 'ज्ञानेश्वर त्र्यंबक'
    const pdf = await makeTicketsPdf([ticket], { ...order, language, name }, type)
    const said = saidBy(streamsOf(pdf)[0] ?? '').split('\n')
    for (const text of [...texts, name]) expect(said).toContain(text)
  })
})

describe('a line of text', () => {
  test('shapes Devanagari: conjuncts are one glyph, and a matra goes before its letter', () => {
    expect(type.set('क्ष').outlines.length).toBeLessThan(3)
    expect(type.set('कि').width).toBeGreaterThan(type.set('क').width)
    expect(type.set('कि').outlines.length).toBe(2)
  })

  test.each([
    ...['தமிழ்', 'లక్ష్మి', 'ಕೃಷ್ಣ', 'ശ്രീജ', 'রবীন্দ্রনাথ', 'ગુજરાતી', 'ਗੁਰਪ੍ਰੀਤ', 'ଜଗନ୍ନାଥ', 'ॐ ऋषि ॲ', 'محمد اقبال'],
    ...['Łukasz Şahin', 'José Müller', 'Đặng Nguyễn', '₹500'],
  ])('has %s in its own letters', (name) => {
    const line = type.set(name)
    expect(line.text).toBe(name.normalize('NFC'))
    expect(line.outlines.length).toBeGreaterThan(0)
  })

  test('leaves out what no font has, and keeps what is beside it', () => {
    const words: [string, string][] = [
      ['Asha 😀 Rao', 'Asha  Rao'],
      ['Asha👩‍👧 Rao', 'Asha Rao'],
      ['陳 Chen', ' Chen'],
      ['Jean‑Luc', 'Jean-Luc'],
      ['क्‍ष', 'क्‍ष'],
    ]
    for (const [given, set] of words) expect(type.set(given).text, given).toBe(set)
  })

  test('breaks between words', () => {
    const lines = type.wrap('one two three four', type.set('one two').width)
    expect(lines.map((line) => line.text)).toEqual(['one two', 'three', 'four'])
    expect(type.wrap('  ', 10)).toEqual([])
  })
})
