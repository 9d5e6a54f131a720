import type { RunningShop } from './running-shop.ts'

export type Verdict =
  | { holds: true }
  /** `said`: what was found instead, and what to do. */
  | { holds: false; said: string }
  | { holds: null; said: string }

/** A promise of docs/security.md and its check, which changes nothing in the shop. */
export interface Check {
  promise: string
  ask(shop: RunningShop): Promise<Verdict>
}

export const holds: Verdict = { holds: true }
export const fails = (said: string): Verdict => ({ holds: false, said })
export const notAsked = (said: string): Verdict => ({ holds: null, said })

export const unless = (...problems: (string | false | null | undefined)[]): Verdict => {
  const found = problems.filter((problem) => typeof problem === 'string')
  return found.length === 0 ? holds : fails(found.join(' '))
}

export interface Finding {
  promise: string
  verdict: Verdict
}

/** Runs the checks in order. One that throws counts as not asked. */
export async function examine(shop: RunningShop, checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { promise, ask } of checks) {
    const verdict = await ask(shop).catch((error: unknown) =>
      notAsked(`It did not answer (${error instanceof Error ? error.name : 'unknown'}).`),
    )
    findings.push({ promise, verdict })
  }
  return findings
}
