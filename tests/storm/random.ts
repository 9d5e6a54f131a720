import { createHash } from 'node:crypto'

/** Choices of a storm: the same seed makes the same choices, though the machine decides how they meet. */
export interface Random {
  /** A whole number from 0 to below `below`. */
  (below: number): number
  /** True once in `times`. */
  once(times: number): boolean
  pick<T>(from: readonly T[]): T
  /** A version-4 uuid. */
  uuid(): string
  /** Choices of their own, for somebody who acts beside others. */
  fork(name: string | number): Random
}

/** Numbers from a seed, by SHA-256 of a counter: slow and even, which a storm can afford. */
export function seededRandom(seed: string): Random {
  let count = 0
  const bytes = (): Buffer =>
    createHash('sha256')
      .update(`${seed}/${(count += 1)}`)
      .digest()
  const random = ((below: number) => Math.floor((bytes().readUInt32BE(0) / 2 ** 32) * below)) as Random
  random.once = (times) => random(times) === 0
  random.pick = (from) => from[random(from.length)]!
  random.uuid = () => {
    const hex = bytes().toString('hex')
    const variant = '89ab'[random(4)]
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }
  random.fork = (name) => seededRandom(`${seed}/${name}`)
  return random
}

/** The seed to use: STORM_SEED, or a new one. Print it: whoever sees a failure repeats it with it. */
export const stormSeed = (): string => process.env['STORM_SEED'] ?? String(Math.floor(Math.random() * 1e9))

/** True when minutes were asked for (`npm run storm`), not the seconds of `npm test`. */
export const isLongStorm = (): boolean => process.env['STORM'] === 'long'
