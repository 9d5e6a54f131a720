import { expect, test } from 'vitest'
import { ok } from '#platform/failure/failure.ts'
import type { FileRow } from '#shop/books/tally.ts'
import { makeCsv } from '../kit/list/csv-button.tsx'
import { csvFiles } from './month-files.tsx'

const paper: FileRow = {
  day: '2026-11-10',
  number: 'MF/2627/000002',
  kind: 'tax_invoice',
  order_code: 'MF7K2QX4MD',
  buyer: '=HYPERLINK("x")',
  company: 'Iyer, Sons',
  gstin: '29AAGCB7383J1Z4',
  place_of_supply: 'Goa',
  sac: '999622',
  rate: 18,
  taxable: 900.5,
  cgst: 0,
  sgst: 0,
  igst: 162.09,
  local_tax: 0,
  total: 1062.59,
}
const rows: Record<(typeof csvFiles)[number]['file'], FileRow[]> = {
  register: [{ ...paper, irn: 'a1'.repeat(32) }],
  credit_notes: [
    { ...paper, number: 'CN/2627/000001', kind: 'credit_note', of_number: 'MF/2627/000002', utr: '512345678901' },
  ],
  refunds: [
    {
      day: '2026-11-11',
      order_code: 'MF7K2QX4MD',
      amount: 1062.59,
      way: 'upi',
      reference: '512345678901',
      why: 'other',
      note: 'Ill',
      credit_note: 'CN/2627/000001',
    },
  ],
  cash: [
    {
      day: '2026-11-12',
      time: '19:05',
      till: 'Gate 1',
      what: 'sale',
      note: 'MF7K2QX4MD',
      in: 1770,
      out: 0,
      balance: 2270,
    },
  ],
  tickets: [
    {
      concert: 'Asha Rao - Pune',
      date: '2026-11-28',
      venue: 'Hall',
      state: null,
      category: 'Gold',
      price: 1500,
      tickets: 3,
      free: 1,
      returned: 2,
      taxable: 3000,
      gst: 540,
      local_tax: 0,
      gross: 3540,
    },
  ],
}

test.each(csvFiles.map(({ file, columns }) => ({ file, columns })))(
  '$file as it is saved',
  async ({ file, columns }) => {
    const made = await makeCsv(columns, (line) => Promise.resolve(ok(rows[file].map(line))))
    expect(made.ok && made.value.rows).toBe(1)
    await expect(made.ok ? made.value.parts.join('') : '').toMatchFileSnapshot(`golden/${file}.csv`)
  },
)
