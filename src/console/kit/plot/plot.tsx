import { useId } from 'react'
import { classes } from '#ui/controls/classes.ts'

const LINES = 4

/** Returns the smallest of 1, 2, 5 × 10ⁿ that reaches `most` in four steps. */
export function plotStep(most: number): number {
  const raw = Math.max(most, LINES) / LINES
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((n) => n * power).find((one) => one >= raw - 1e-9)
  return Math.max(1, step ?? 10 * power)
}

/** Values of equal steps of time, as many as the plot has; null where there is none. */
export interface Series {
  name: string
  values: readonly (number | null)[]
}

const strokes = ['stroke-accent', 'stroke-muted [stroke-dasharray:5_3]']

/**
 * Draws one series as bars, several as lines, over equal steps of time; below it says it in a sentence and in a table, the
 * newest step first. `at` names the steps; `ends` the first and last one below the picture; `limit` is a line across.
 */
export function Plot({
  title,
  aside,
  said,
  at,
  ends = [at[0] ?? '', at.at(-1) ?? ''],
  series,
  limit = 0,
  word,
  isHeaded = false,
}: {
  title: string
  /** A heading above it says the title. */
  isHeaded?: boolean
  aside?: string
  said?: string
  at: readonly string[]
  ends?: readonly [string, string]
  series: readonly [Series, ...Series[]]
  limit?: number
  word: (value: number) => string
}) {
  const id = useId()
  const [first] = series
  const asLines = series.length > 1 || limit > 0
  const step = plotStep(Math.max(limit, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const y = (value: number): number => 100 - (value / (step * LINES)) * 100
  const rows = at.map((name, index) => ({ name, values: series.map(({ values }) => values[index] ?? null) }))
  return (
    <figure className="m-0 min-w-0" aria-labelledby={id}>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span id={id} className={isHeaded ? 'sr-only' : 'font-strong'}>
          {title}
        </span>
        <span className="text-2 text-muted tabular-nums">{aside}</span>
      </figcaption>
      <div
        aria-hidden="true"
        className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 text-1 text-muted tabular-nums"
      >
        <svg viewBox={`0 0 ${at.length} 100`} preserveAspectRatio="none" className="h-[140px] w-full overflow-visible">
          {Array.from({ length: LINES + 1 }, (_, line) => (
            <Across key={line} y={y(step * line)} width={at.length} className="stroke-rule" />
          ))}
          {limit > 0 ? <Across y={y(limit)} width={at.length} className="stroke-ink" /> : null}
          {asLines
            ? series.map(({ name, values }, index) => (
                <polyline
                  key={name}
                  points={values.map((value, x) => (value === null ? '' : `${x + 0.5},${y(value)}`)).join(' ')}
                  className={classes('fill-none stroke-2', strokes[index])}
                  vectorEffect="non-scaling-stroke"
                />
              ))
            : first.values.map((value, x) => (
                <rect
                  key={at[x]}
                  x={x + 0.1}
                  width={0.8}
                  y={y(value ?? 0)}
                  height={100 - y(value ?? 0)}
                  className={x === at.length - 1 ? 'fill-accent' : 'fill-ink'}
                >
                  <title>{`${at[x]}: ${word(value ?? 0)}`}</title>
                </rect>
              ))}
        </svg>
        <div className="-my-2 flex flex-col-reverse justify-between text-right">
          {Array.from({ length: LINES + 1 }, (_, line) => (
            <span key={line} className="leading-4">
              {word(step * line)}
            </span>
          ))}
        </div>
        <div className="mt-1 flex justify-between">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      </div>
      {asLines ? (
        <ul aria-hidden="true" className="mt-1 flex flex-wrap gap-x-5 text-2">
          {series.map(({ name }, index) => (
            <li key={name} className="flex items-center gap-2">
              <svg viewBox="0 0 20 2" className="h-0.5 w-5">
                <Across y={1} width={20} className={classes('stroke-2', strokes[index])} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      ) : null}
      {said ? <p className="mt-1 text-2">{said}</p> : null}
      <details className="mt-1 text-2">
        <summary className="min-h-9 cursor-pointer pt-1.5 text-muted">As a table</summary>
        <table className="w-full max-w-[420px] border-collapse tabular-nums">
          <caption className="sr-only">{title}</caption>
          {asLines ? (
            <thead className="text-1 text-muted">
              <tr>
                <td />
                {series.map(({ name }) => (
                  <th key={name} scope="col" className="pl-3 text-right">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
          ) : null}
          <tbody>
            {rows.toReversed().map(({ name, values }) => (
              <tr key={name} className="border-t border-rule">
                <th scope="row" className="py-1 text-left font-text">
                  {name}
                </th>
                {values.map((value, index) => (
                  <td key={index} className="text-right">
                    {value === null ? '–' : word(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

const Across = ({ y, width, className }: { y: number; width: number; className: string }) => (
  <line x1={0} x2={width} y1={y} y2={y} className={className} vectorEffect="non-scaling-stroke" />
)
