import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Verdict } from '#shop/gate/decision.ts'

interface Tone {
  hertz: number
  from: number
  to: number
}

let played: Tone[]
let shaken: number[][]
let state: AudioContextState

class FakeAudio {
  currentTime = 100
  destination = {}
  get state(): AudioContextState {
    return state
  }
  resume(): Promise<void> {
    state = 'running'
    return Promise.resolve()
  }
  createGain() {
    return { gain: { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() }, connect: vi.fn() }
  }
  createOscillator() {
    const tone: Tone = { hertz: 0, from: 0, to: 0 }
    return {
      frequency: {
        set value(hertz: number) {
          tone.hertz = hertz
        },
      },
      connect: (next: unknown) => next,
      start: (at: number) => (tone.from = at - 100),
      stop: (at: number) => {
        tone.to = at - 100
        played.push(tone)
      },
    }
  }
}

beforeEach(() => {
  played = []
  shaken = []
  state = 'suspended'
  vi.resetModules()
  vi.stubGlobal('AudioContext', FakeAudio)
  vi.stubGlobal('navigator', { vibrate: (pattern: number[]) => shaken.push(pattern) })
})
afterEach(() => vi.unstubAllGlobals())

const verdicts: Verdict[] = ['ENTER', 'ALREADY IN', 'NOT VALID', 'CHECK']

it('a signal differs for each verdict in sound and vibration', async () => {
  const { signal, unlockSound } = await import('./sounds.ts')
  unlockSound()
  const heard = verdicts.map((verdict) => {
    played = []
    signal(verdict)
    return JSON.stringify(played)
  })
  expect(new Set(heard).size).toBe(4)
  expect(new Set(shaken.map(String)).size).toBe(4)
  for (const tones of heard) expect(tones).not.toBe('[]')
})

it('a signal rises for ENTER; all end within a second', async () => {
  const { signal, unlockSound } = await import('./sounds.ts')
  unlockSound()
  signal('ENTER')
  expect(played.map((tone) => tone.hertz)).toEqual([880, 1320])
  for (const verdict of verdicts) signal(verdict)
  expect(Math.max(...played.map((tone) => tone.to))).toBeLessThan(1)
})

it('a signal vibrates before the first press, sounds after it, and never throws', async () => {
  const { signal, unlockSound } = await import('./sounds.ts')
  signal('ENTER')
  expect([played.length, shaken.length]).toEqual([0, 1])
  unlockSound()
  signal('ENTER')
  expect(played).toHaveLength(2)
  vi.stubGlobal('navigator', {
    vibrate: () => {
      throw new Error('not before a press')
    },
  })
  expect(() => signal('NEWS')).not.toThrow()
})
