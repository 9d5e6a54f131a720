import type { ReactNode } from 'react'
import { classes } from '#ui/controls/classes.ts'

export interface BarRow {
  label: ReactNode
  /** Beside each other from `from` on; values, as `from`. */
  parts: readonly { size: number; look: string }[]
  from?: number
  value: ReactNode
  /** It sums the rows above it. */
  sum?: boolean
}

/** Draws parts beside each other, from `before` on, of a length of `all`. */
export function Bar({ parts, before = 0, all }: { parts: BarRow['parts']; before?: number; all: number }) {
  const percent = (size: number): string => `${(size / all) * 100}%`
  return (
    <span aria-hidden="true" className="flex h-3 bg-sunk" style={{ paddingLeft: percent(before) }}>
      {parts.map(({ size, look }, at) => (
        <span key={at} className={classes('flex-none', look)} style={{ width: percent(size) }} />
      ))}
    </span>
  )
}

/** Shows rows with a bar each, all on one scale, in a table that screen readers read without the bars. */
export function BarTable({
  caption,
  head,
  rows,
}: {
  caption: string
  head: readonly [string, string]
  rows: readonly BarRow[]
}) {
  const ends = rows.map(({ parts, from = 0 }) => parts.reduce((at, { size }) => at + size, from))
  const low = Math.min(0, ...ends, ...rows.map(({ from = 0 }) => from))
  const all = Math.max(1, ...ends, ...rows.map(({ from = 0 }) => from)) - low
  return (
    <table className="w-full border-collapse tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{head[0]}</th>
          <td />
          <th scope="col">{head[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, parts, from = 0, value, sum }, index) => (
          <tr key={index} className={classes('border-b border-rule', sum && 'border-b-rule-strong font-strong')}>
            <th scope="row" className={classes('py-2 pr-3 text-left', sum ? 'font-strong' : 'font-text')}>
              {label}
            </th>
            <td className="w-[30%] desk:w-[55%]">
              <Bar parts={parts} before={from - low} all={all} />
            </td>
            <td className="pl-3 text-right">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
