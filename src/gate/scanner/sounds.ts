import type { Verdict } from '#shop/gate/decision.ts'
import { verdicts, type Tone } from '../verdict/verdicts.ts'

type Signal = Verdict | 'NEWS' | 'GROUP'

const otherSignals: Record<Exclude<Signal, Verdict>, { tones: readonly Tone[]; shake: readonly number[] }> = {
  GROUP: { tones: [{ hertz: 880, at: 0, length: 0.12 }], shake: [60] },
  NEWS: {
    tones: [
      { hertz: 980, at: 0, length: 0.18 },
      { hertz: 620, at: 0.2, length: 0.18 },
      { hertz: 980, at: 0.4, length: 0.18 },
      { hertz: 620, at: 0.6, length: 0.24 },
    ],
    shake: [200, 100, 200, 100, 200],
  },
}
const signals: Record<Signal, { tones: readonly Tone[]; shake: readonly number[] }> = { ...verdicts, ...otherSignals }

const VOLUME = 0.35
/** Fade in and out in seconds, so that a tone does not click. */
const FADE = 0.012

let context: AudioContext | null = null

/** Allows the page to make sounds. Call it on a press: browsers refuse before. */
export function unlockSound(): void {
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume()
  } catch {
    // No sound on this device.
  }
}

/** Plays the signal and vibrates. Never throws. */
export function signal(kind: Signal): void {
  try {
    navigator.vibrate?.([...signals[kind].shake])
  } catch {
    // Some browsers refuse before the first press.
  }
  if (!context || context.state !== 'running') return
  for (const { hertz, at, length } of signals[kind].tones) {
    const from = context.currentTime + at
    const tone = context.createOscillator()
    const gain = context.createGain()
    tone.type = kind === 'NOT VALID' ? 'sawtooth' : 'sine'
    tone.frequency.value = hertz
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(VOLUME, from + FADE)
    gain.gain.setValueAtTime(VOLUME, from + length - FADE)
    gain.gain.linearRampToValueAtTime(0, from + length)
    tone.connect(gain).connect(context.destination)
    tone.start(from)
    tone.stop(from + length)
  }
}
