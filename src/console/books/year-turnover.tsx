import { readYearTurnover, type YearTurnover } from '#shop/books/months.api.ts'
import { Note } from '#ui/display/note.tsx'
import { exactRupees, rupees } from '#ui/format.ts'
import { paths } from '#ui/paths.ts'
import { terms } from '#ui/terms.ts'
import { to } from '../help/topic.tsx'
import { useLoaded } from '../kit/use-loaded.ts'

const useTurnover = () => useLoaded('turnover', readYearTurnover).value

/** Says the turnover of the financial year, with the warning if there is one. */
export function YearTurnoverLine() {
  const value = useTurnover()
  if (!value) return null
  return (
    <>
      <p className="mt-2 text-2 tabular-nums">
        <span className="font-strong">{exactRupees(value.turnover)}</span> turnover in this financial year, without tax.
      </p>
      <Warning value={value} />
    </>
  )
}

/** Warns before the shop has to register for GST; shows nothing otherwise, and asks nothing of a shop that has. */
export function RegistrationWarning() {
  return terms().hasGstin ? null : <AskedWarning />
}

function AskedWarning() {
  const value = useTurnover()
  return value ? <Warning value={value} /> : null
}

function Warning({ value: { turnover, limit, warning } }: { value: YearTurnover }) {
  if (warning === null) return null
  return (
    <Note kind={warning === 'register' ? 'bad' : 'warn'} className="mt-4" role="status">
      <b className="font-strong">
        {warning === 'register' ? 'The shop has to register for GST.' : 'The shop will soon have to register for GST.'}
      </b>{' '}
      It turned over {exactRupees(turnover)} in this financial year; above {rupees(limit)} a GSTIN is needed, all
      businesses of one PAN counted together (CGST Act, section 22). Ask your accountant, then write the GSTIN into{' '}
      {to(paths.adminSettings, 'Settings')}.
    </Note>
  )
}
