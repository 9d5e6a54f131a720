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
} as const

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
