import { useState, type RefObject } from 'react'
import { useListener } from '../hooks/use-listener.ts'

const tokens = {
  sunk: '--sunk',
  raised: '--raised',
  control: '--control',
  ink: '--ink',
  muted: '--ink-muted',
  accent: '--accent',
  accentInk: '--accent-ink',
  accentText: '--accent-text',
  bad: '--bad',
  rule: '--rule',
  zone1: '--zone-1',
  zone2: '--zone-2',
  zone3: '--zone-3',
  zone4: '--zone-4',
  zone5: '--zone-5',
  zone6: '--zone-6',
} as const

const tints = ['zone1', 'zone2', 'zone3', 'zone4', 'zone5', 'zone6'] as const

/** Returns the number of a price zone's tint: more zones than tints begin again with the first. */
export const tintOf = (zone: number): number => (zone % tints.length) + 1

/** Returns the ground of a free seat: its zone's tint, or the plain one below 0. */
export const freeColour = (colours: SeatColours, zone: number): string =>
  zone < 0 ? colours.raised : colours[tints[zone % tints.length]!]

export type SeatColours = Record<keyof typeof tokens | 'font', string>

function readSeatColours(pane: Element): SeatColours {
  const style = getComputedStyle(pane)
  const read = Object.entries(tokens).map(([name, token]) => [name, style.getPropertyValue(token).trim()])
  return { ...(Object.fromEntries(read) as SeatColours), font: style.fontFamily }
}

/** Changes with the theme, forced colours and the numerals' font. */
export function useSeatColours(pane: RefObject<HTMLElement | null>): SeatColours {
  const [colours, setColours] = useState(() => readSeatColours(pane.current ?? document.body))
  useListener<void>(lookChanges, () => setColours(readSeatColours(pane.current ?? document.body)))
  return colours
}

function lookChanges(listener: () => void): () => void {
  let stopped = false
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] })
  const forced = matchMedia('(forced-colors: active)')
  forced.addEventListener('change', listener)
  if (document.fonts.status !== 'loaded') void document.fonts.ready.then(() => stopped || listener())
  return () => {
    stopped = true
    observer.disconnect()
    forced.removeEventListener('change', listener)
  }
}
