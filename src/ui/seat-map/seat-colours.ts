import { useState, type RefObject } from 'react'
import { useListener } from '../hooks/use-listener.ts'

/** The tokens a seat is drawn with, as the theme, or the system in forced colours, gives them at this moment. */
export interface SeatColours {
  /** The ground of the pane. */
  sunk: string
  raised: string
  control: string
  ink: string
  muted: string
  accent: string
  accentInk: string
  accentText: string
  bad: string
  rule: string
  font: string
}

/** `pane` is the one the seats stand in: seat-map.css gives it the system's colours where somebody forces them. */
function readSeatColours(pane: Element): SeatColours {
  const style = getComputedStyle(pane)
  const token = (name: string): string => style.getPropertyValue(name).trim()
  return {
    sunk: token('--sunk'),
    raised: token('--raised'),
    control: token('--control'),
    ink: token('--ink'),
    muted: token('--ink-muted'),
    accent: token('--accent'),
    accentInk: token('--accent-ink'),
    accentText: token('--accent-text'),
    bad: token('--bad'),
    rule: token('--rule'),
    font: style.fontFamily,
  }
}

/** The theme's colours, read again when it changes, when somebody forces colours, or the numerals' font has arrived. */
export function useSeatColours(pane: RefObject<HTMLElement | null>): SeatColours {
  const [colours, setColours] = useState(() => readSeatColours(pane.current ?? document.body))
  useListener<void>(lookChanges, () => setColours(readSeatColours(pane.current ?? document.body)))
  return colours
}

/** Another theme, forced colours, or the numerals' font has arrived. */
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
