export interface Measure {
  what: string
  /** With its unit: '812 ms'. */
  value: string
  /** The limit in words; with `ok`. */
  bar?: string
  ok?: boolean
}

export interface Table {
  title: string
  head: string[]
  rows: string[][]
}

/** A bench is a `*.bench.ts` with `name`, `run(): Promise<Measure[] | Report>` and maybe a `note` for its readers. */
export interface Report {
  tables: Table[]
  measures: Measure[]
}

/** A measure that failed: over its bar, while the others of its bench are measured. */
export const notMeasured = (what: string, { message }: Error): Measure => ({
  what,
  value: `not measured: ${message.split('\n')[0]}`,
  bar: 'its bar',
  ok: false,
})

export const ratioOf = (value: number): string => `${value.toFixed(2)}×`

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length / 2
  return sorted.length % 2 === 1 ? sorted[Math.floor(half)]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** Returns the quantile `part` (0 to 1). */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)]!
}
