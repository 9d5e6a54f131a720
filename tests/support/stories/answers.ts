export interface Answer {
  verdict: string
  text: string
  shown: boolean
  /** How many answers have come up until this one; a change of its text is none. */
  turn: number
}

/** Runs in the page before its own code: records every answer of the screen, also a brief one. */
export function keepAnswers(): void {
  const answers: Answer[] = []
  Object.assign(globalThis, { answers })
  const look = (): void => {
    const last = answers.at(-1)
    const shown = document.querySelector('[data-verdict]')
    if (!shown?.checkVisibility()) {
      if (last) last.shown = false
      return
    }
    const verdict = shown.getAttribute('data-verdict') ?? ''
    const text = (shown as HTMLElement).innerText.replaceAll(/\s+/g, ' ')
    const isUp = last?.shown === true && last.verdict === verdict
    if (isUp && last.text === text) return
    if (last) last.shown = false
    answers.push({ verdict, text, shown: true, turn: (last?.turn ?? 0) + (isUp ? 0 : 1) })
  }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  })
}
