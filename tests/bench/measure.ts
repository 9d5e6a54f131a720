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

/** A measure that must reach `least`, or stay within `most`; `shown` gives a number its unit. */
export const atLeast = (what: string, value: number, least: number, shown = ratioOf): Measure => ({
  ...{ what, value: shown(value) },
  ...{ bar: `at least ${shown(least)}`, ok: value >= least },
})
export const within = (what: string, value: number, most: number, shown = ratioOf): Measure => ({
  ...{ what, value: shown(value) },
  ...{ bar: shown(most), ok: value <= most },
})

/** A measure that must find no fault; the first of `faults` are shown. */
export const noFault = (what: string, faults: readonly string[]): Measure => ({
  ...{ what, value: faults.length === 0 ? 'none' : faults.slice(0, 4).join('; ') },
  ...{ bar: 'none', ok: faults.length === 0 },
})

export const milliseconds = (value: number): string => `${value.toFixed(0)} ms`

/** Measures two sides in rounds that change their order; rounds below 0 only warm up. */
export async function inTurns<Ours, Theirs>(
  warmUp: number,
  rounds: number,
  ours: () => Promise<Ours>,
  theirs: () => Promise<Theirs>,
): Promise<{ ours: Ours; theirs: Theirs }[]> {
  const found: { ours: Ours; theirs: Theirs }[] = []
  for (let round = -warmUp; round < rounds; round += 1) {
    const early = round % 2 === 0 ? await ours() : undefined
    const second = await theirs()
    const one = { ours: early ?? (await ours()), theirs: second }
    if (round >= 0) found.push(one)
  }
  return found
}

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
