/** The tokens a seat is drawn with, as the theme gives them at this moment. */
export interface SeatColours {
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

export function readSeatColours(element: Element): SeatColours {
  const style = getComputedStyle(element)
  const token = (name: string): string => style.getPropertyValue(name).trim()
  return {
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
