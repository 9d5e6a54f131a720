import { useState, type RefObject } from 'react'
import { useListener } from '../hooks/use-listener.ts'

export interface SeatColours {
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
