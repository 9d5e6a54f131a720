import type { Verdict } from '#shop/gate/admission.ts'

/** Start and length in seconds. */
interface Tone {
  hertz: number
  at: number
  length: number
}
type Signal = Verdict | 'NEWS' | 'GROUP'

/** Distinct by ear: rising for ENTER, the same twice for ALREADY IN, low for NOT VALID, a question for CHECK. */
const tones: Record<Signal, readonly Tone[]> = {
  ENTER: [
    { hertz: 880, at: 0, length: 0.09 },
    { hertz: 1320, at: 0.09, length: 0.16 },
  ],
  GROUP: [{ hertz: 880, at: 0, length: 0.12 }],
  'ALREADY IN': [
    { hertz: 520, at: 0, length: 0.14 },
    { hertz: 520, at: 0.22, length: 0.14 },
  ],
  'NOT VALID': [{ hertz: 180, at: 0, length: 0.55 }],
  CHECK: [
    { hertz: 700, at: 0, length: 0.12 },
    { hertz: 560, at: 0.14, length: 0.12 },
    { hertz: 700, at: 0.28, length: 0.16 },
  ],
  NEWS: [
    { hertz: 980, at: 0, length: 0.18 },
    { hertz: 620, at: 0.2, length: 0.18 },
    { hertz: 980, at: 0.4, length: 0.18 },
    { hertz: 620, at: 0.6, length: 0.24 },
  ],
}

/** Milliseconds on, off, on … */
const shakes: Record<Signal, number[]> = {
  ENTER: [60],
  GROUP: [60],
  'ALREADY IN': [120, 80, 120],
  'NOT VALID': [500],
  CHECK: [80, 60, 80, 60, 80],
  NEWS: [200, 100, 200, 100, 200],
}

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
    navigator.vibrate?.(shakes[kind])
  } catch {
    // Some browsers refuse before the first press.
  }
  if (!context || context.state !== 'running') return
  for (const { hertz, at, length } of tones[kind]) {
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
