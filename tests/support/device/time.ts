import { vi } from 'vitest'

const realTimeout = globalThis.setTimeout

/** Lets pending work finish: real milliseconds, by which the device's clock moves too. */
export const settled = (ms = 150): Promise<void> => new Promise((done) => realTimeout(done, ms))

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 250; tries++) {
    if (await isSo()) return
    await settled(20)
  }
  throw new Error('it did not become so')
}

/** Advances the device's clock in steps, and lets the work of each step finish. */
export async function pass(ms: number): Promise<void> {
  const step = Math.max(250, ms / 400)
  for (let gone = 0; gone < ms; gone += step) {
    await vi.advanceTimersByTimeAsync(step)
    for (let turn = 0; turn < 25; turn++) await new Promise((done) => setImmediate(done))
    await settled(1)
  }
}
