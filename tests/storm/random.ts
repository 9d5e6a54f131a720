import { createHash } from 'node:crypto'

/** The same seed makes the same choices, but not the same timing. */
export interface Random {
  /** A whole number from 0 to below `below`. */
  (below: number): number
  /** True once in `times`. */
  once(times: number): boolean
  pick<T>(from: readonly T[]): T
  uuid(): string
  fork(name: string | number): Random
}

/** SHA-256 of a counter: slow and even. */
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

/** Returns STORM_SEED or a new seed. Print it, to repeat a failure. */
export const stormSeed = (): string => process.env['STORM_SEED'] ?? String(Math.floor(Math.random() * 1e9))

export const isLongStorm = (): boolean => process.env['STORM'] === 'long'
