import { describe, expect, it } from 'vitest'
import { newOrderId, orderCode } from '#shop/orders/order.ts'
import { isUpiId, upiAmount, upiAppLinks, upiLink, upiNote } from './upi.ts'

const payment = {
  payee: 'Mehfil Tickets',
  vpa: 'mehfil.tickets@examplebank',
  amountPaise: 149_900,
  orderCode: 'MF7K2QX4MD',
}

describe('the UPI link', () => {
  it('carries payee, exact amount, currency, note and reference', () => {
    expect(upiLink(payment)).toBe(
      'upi://pay?pa=mehfil.tickets@examplebank&pn=Mehfil%20Tickets&am=1499.00&cu=INR&tn=7K2QX4MD&tr=MF7K2QX4MD',
    )
  })

  it('escapes a payee that would end its own field', () => {
    const link = upiLink({ ...payment, payee: 'Song & Dance = महफ़िल+' })
    expect(new URLSearchParams(link.split('?')[1]!.replaceAll('+', '%2B')).get('pn')).toBe('Song & Dance = महफ़िल+')
    expect(link).not.toMatch(/[^\x20-\x7e]|\+| /)
  })

  it('carries a merchant’s category where the shop has one', () => {
    const link = upiLink({ ...payment, mcc: '7922' })
    expect(link).toBe(upiLink(payment).replace('&am=', '&mc=7922&am='))
    expect(upiLink({ ...payment, mcc: '' })).toBe(upiLink(payment))
  })

  it('writes rupees with two decimals and no commas', () => {
    expect([upiAmount(1), upiAmount(469_082), upiAmount(12_345_678_90)]).toEqual(['0.01', '4690.82', '12345678.90'])
  })

  it.each([
    ['an amount of nothing', { amountPaise: 0 }],
    ['half a paisa', { amountPaise: 0.5 }],
    ['no number', { amountPaise: Number.NaN }],
    ['a UPI id without bank', { vpa: 'mehfil.tickets' }],
    ['a UPI id that smuggles a field', { vpa: 'a.b@bank&am=1' }],
    ['a category that smuggles a field', { mcc: '79&am=1' }],
    ['a code with a sign', { orderCode: 'MF-1' }],
    ['a code that is too long', { orderCode: 'MF7K2QX4MD0' }],
    ['a code with a letter that no code has', { orderCode: 'MF7K2QX4MI' }],
    ['a code without its beginning', { orderCode: '7K2QX4MD' }],
  ])('refuses %s', (_, wrong) => expect(() => upiLink({ ...payment, ...wrong })).toThrow(RangeError))

  it('writes the same fields with the scheme of each app', () => {
    const fields = upiLink(payment).split('?')[1]
    const links = upiAppLinks(payment)
    expect(links.map((app) => app.name)).toEqual(['Google Pay', 'PhonePe', 'Paytm', 'BHIM'])
    for (const { link } of links) expect(link.split('?')[1]).toBe(fields)
    expect(new Set(links.map((app) => app.link.split(':')[0])).size).toBe(4)
  })
})

describe('the note', () => {
  it('is the part of the code that tells orders apart, so that what a bank keeps of it does, too', () =>
    expect(upiNote('MF7K2QX4MD')).toBe('7K2QX4MD'))

  it('can be made for every order', () => {
    for (let n = 0; n < 200; n += 1) {
      const code = orderCode(newOrderId())
      expect(`MF${upiNote(code)}`).toBe(code)
    }
  })
})

describe('a UPI id', () => {
  it.each(['ab@upi', 'mehfil.tickets@examplebank', '98765-43210_x@ok1', '000405001234@ICIC0000004.ifsc.npci'])(
    'accepts %s',
    (id) => expect(isUpiId(id)).toBe(true),
  )
  it.each([
    'a@upi',
    '@upi',
    'ab@',
    'ab@1bank',
    'ab upi@bank',
    '.ab@bank',
    'ab@bank.in',
    '1234@hdfc0001234.bank.npci',
    '',
  ])('rejects %j', (id) => expect(isUpiId(id)).toBe(false))
})
