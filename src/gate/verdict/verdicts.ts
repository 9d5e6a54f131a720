import type { Verdict } from '#shop/gate/decision.ts'
import type { StateKind } from '#ui/display/state-mark.tsx'
import type { MessageKey } from '#ui/messages/messages.ts'

/** Start and length in seconds. */
export interface Tone {
  hertz: number
  at: number
  length: number
}

interface VerdictLook {
  word: MessageKey
  /** The word in the other language. The brand font has glyphs for exactly these words. */
  other: MessageKey
  ground: string
  fill: string
  /** A path on 24 × 24. */
  icon: string
  /** In the line of the last answer. */
  mark: StateKind
  /** Distinct by ear: rising, the same twice, low, a question. */
  tones: readonly Tone[]
  /** Vibration in milliseconds on, off, on … */
  shake: number[]
}

/** Words, look and sound of each verdict. */
export const verdicts = {
  ENTER: {
    word: 'gate.word.enter',
    other: 'gate.other.enter',
    ground: 'bg-gate-enter text-gate-ink',
    fill: 'bg-gate-ink text-gate-enter',
    icon: 'm4 13 6 6L21 6',
    mark: 'ok',
    tones: [
      { hertz: 880, at: 0, length: 0.09 },
      { hertz: 1320, at: 0.09, length: 0.16 },
    ],
    shake: [60],
  },
  'ALREADY IN': {
    word: 'gate.word.again',
    other: 'gate.other.again',
    ground: 'bg-gate-again text-gate-again-ink',
    fill: 'bg-gate-again-ink text-gate-again',
    icon: 'M3.5 12a8.5 8.5 0 1 0 3-6.5M3.5 3v5h5M12 7v5l3.5 2',
    mark: 'warn',
    tones: [
      { hertz: 520, at: 0, length: 0.14 },
      { hertz: 520, at: 0.22, length: 0.14 },
    ],
    shake: [120, 80, 120],
  },
  'NOT VALID': {
    word: 'gate.word.no',
    other: 'gate.other.no',
    ground: 'bg-gate-no text-gate-ink',
    fill: 'bg-gate-ink text-gate-no',
    icon: 'm5 5 14 14M19 5 5 19',
    mark: 'bad',
    tones: [{ hertz: 180, at: 0, length: 0.55 }],
    shake: [500],
  },
  CHECK: {
    word: 'gate.word.check',
    other: 'gate.other.check',
    ground: 'bg-gate-check text-gate-ink',
    fill: 'bg-gate-ink text-gate-check',
    icon: 'M5.5 3v12M5.5 20v.5',
    mark: 'info',
    tones: [
      { hertz: 700, at: 0, length: 0.12 },
      { hertz: 560, at: 0.14, length: 0.12 },
      { hertz: 700, at: 0.28, length: 0.16 },
    ],
    shake: [80, 60, 80, 60, 80],
  },
} as const satisfies Record<Verdict, VerdictLook>
