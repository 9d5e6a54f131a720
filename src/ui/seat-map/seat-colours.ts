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
export function readSeatColours(pane: Element): SeatColours {
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
