import { describe, expect, it } from 'vitest'
import { readCsv } from '#platform/text/csv.ts'
import { readPayee } from './payee.ts'
import { payoutFile, payoutFormats, type PayoutTransfer } from './payout.ts'

const upi: PayoutTransfer = {
  ...{ name: 'Asha Menon', orderCode: 'MF7K2QX4MD', amount: 180_050, upiId: 'asha@okaxis', account: '', ifsc: '' },
}
const account: PayoutTransfer = {
  ...{ name: 'Núria, “N” d’Souza', orderCode: 'MF22222222', amount: 200_000_00, upiId: '' },
  ...{ account: '050100123456', ifsc: 'SBIN0001234' },
}
const today = '2026-12-03'

describe('a file for the bank', () => {
  it('is for spreadsheets when plain, and keeps every digit of an account', () => {
    expect(payoutFile('plain', [upi, account], today)).toBe(
      [
        '\uFEFFName,UPI id,Account number,IFSC,Amount (INR),Note,Order',
        'Asha Menon,asha@okaxis,,,1800.5,Refund,MF7K2QX4MD',
        '"Núria, “N” d’Souza",,"=""050100123456""",SBIN0001234,200000,Refund,MF22222222',
        '',
      ].join('\r\n'),
    )
  })

  it('has the heads of RazorpayX’s UPI template', () => {
    const [head, row] = payoutFile('razorpayx-upi', [upi], today).split('\r\n')
    expect(head!.split(',')).toEqual([
      'Beneficiary Name (Mandatory) Special characters not supported',
      "Beneficiary's UPI ID (Mandatory)",
      'Payout Amount (Mandatory) Amount should be in rupees',
      'Payout Narration (Optional) Will appear on bank statement (max 30 char with no special characters)',
      'Notes (Optional) A note for internal reference',
      'Phone Number (Optional)',
      'Email ID (Optional)',
      'Contact Reference ID (Optional) Eg: Employee ID or Customer ID',
      'Payout Reference ID (Optional) Eg: Bill no or Invoice No or Pay ID',
    ])
    expect(row).toBe('Asha Menon,asha@okaxis,1800.50,Refund,MF7K2QX4MD,,,,MF7K2QX4MD')
  })

  it('has those of its template of accounts', () => {
    const [head, row] = payoutFile('razorpayx-bank', [account], today).split('\r\n')
    expect(head!.split(',')).toHaveLength(11)
    expect(row).toBe('Nuria N d Souza,050100123456,SBIN0001234,200000.00,NEFT,Refund,MF22222222,,,,MF22222222')
  })

  it('has HDFC’s 28 fields without heads; the kind of transfer goes by bank and amount', () => {
    const inside = { ...account, ifsc: 'HDFC0001234', amount: 100 }
    const rows = payoutFile('hdfc-enet', [account, { ...account, amount: 199_999_99 }, inside], today).split('\r\n')
    expect(rows[0]).toBe(
      'R,MF22222222,050100123456,200000.00,Nuria N d Souza,,,,,,,,MF22222222,MF22222222,Refund,,,,,,,,03/12/2026,,SBIN0001234,SBIN,,',
    )
    expect(rows.map((row) => row[0])).toEqual(['R', 'N', 'I', undefined])
    expect(payoutFormats['hdfc-enet'].columns).toHaveLength(28)
  })

  it.each(['plain', 'razorpayx-upi', 'hdfc-enet'] as const)(
    '%s: a name is no formula and shifts no column',
    (format) => {
      const text = payoutFile(format, [{ ...upi, name: '=HYPERLINK("http://x","y"),|' }], today)
      for (const cells of readCsv(text).slice(-1)) {
        expect(cells).toHaveLength(payoutFormats[format].columns.length)
        expect(cells.filter((cell) => /^[=+@|]/.test(cell))).toEqual([])
      }
    },
  )

  it('names a person without a Latin letter by the order', () =>
    expect(payoutFile('razorpayx-upi', [{ ...upi, name: 'आशा' }], today)).toContain('\r\nMF7K2QX4MD,asha@okaxis'))
})

describe('where a refund goes', () => {
  const both = ['upi', 'bank'] as const
  it('to the customer’s UPI id, or to what staff type', () => {
    expect(readPayee({ upiId: 'asha@okaxis' }, 'thief@okaxis', both)).toMatchObject({
      way: 'upi',
      to: null,
      upiId: 'asha@okaxis',
    })
    expect(readPayee({ upiId: null }, ' neha@okhdfc ', both)).toMatchObject({ way: 'upi', to: 'neha@okhdfc' })
    expect(readPayee({ upiId: null }, '5010 0123 4567 89 hdfc0001234', both)).toMatchObject({
      ...{ way: 'bank', to: '50100123456789 HDFC0001234', account: '50100123456789', ifsc: 'HDFC0001234' },
    })
  })
  it('and only as the bank’s file takes it', () => {
    expect(readPayee({ upiId: 'asha@okaxis' }, '', ['bank'])).toHaveProperty('problem')
    expect(readPayee({ upiId: null }, 'asha@okaxis', ['bank'])).toHaveProperty('problem')
    expect(readPayee({ upiId: null }, '50100123456789 HDFC0001234', ['upi'])).toHaveProperty('problem')
    expect(readPayee({ upiId: null }, '12345678 HDFC0001234', both)).toHaveProperty('problem')
  })
})
