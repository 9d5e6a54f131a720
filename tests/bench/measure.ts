/** One line of a bench's result. */
export interface Measure {
  what: string
  /** With its unit: '812 ms'. */
  value: string
  /** What it must keep within, in words; with `ok`. */
  bar?: string
  ok?: boolean
}

export interface Table {
  title: string
  head: string[]
  rows: string[][]
}

/**
 * What a bench found. A bench is a file `*.bench.ts` that exports `name` and `run(): Promise<Measure[] | Report>`, and
 * may export `note`: what one has to know to read it.
 */
export interface Report {
  tables: Table[]
  measures: Measure[]
}

export const ratioOf = (value: number): string => `${value.toFixed(2)}×`

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length / 2
  return sorted.length % 2 === 1 ? sorted[Math.floor(half)]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** The value below which that part (0 to 1) of all are. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)]!
}
