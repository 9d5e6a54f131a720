/** Functions that run inside the page, each self-contained: only its own text is sent. */
import type * as TestingLibrary from '@testing-library/dom'

/** A whole text, or a pattern by its source. */
export type Words = string | { source: string; flags: string }

export interface Step {
  by: 'role' | 'label' | 'text'
  role?: string
  words?: Words
  saying?: Words
  at?: number
  /** Includes elements that are not shown. */
  hidden?: boolean
}

/** The result of a way. Its first element is stored in the page as `mehfilFound`. */
export interface Found {
  count: number
  says: string[]
  /** Of the first: its accessible name if it has a label, a field's value, its address. */
  label: string
  value: string
  href: string
  pressed: boolean
  /** Why it cannot be pressed; null when it can. */
  hindrance: string | null
  place: string
}

/** Finds the elements of a way; null when the page has no Testing Library yet. */
export function look(steps: readonly Step[], toPress: boolean): Found | null {
  const page = globalThis as unknown as { TestingLibraryDom?: typeof TestingLibrary; mehfilFound?: Element }
  const library = page.TestingLibraryDom
  if (!library) return null
  const asMatcher = (words: Words) => (typeof words === 'string' ? words : new RegExp(words.source, words.flags))
  const say = (element: Element) => ((element as HTMLElement).innerText ?? '').replaceAll(/\s+/g, ' ').trim()
  const isSaying = (element: Element, words: Words) =>
    typeof words === 'string' ? say(element).includes(words) : new RegExp(words.source, words.flags).test(say(element))
  const inside = (within: HTMLElement, step: Step): HTMLElement[] => {
    if (step.by === 'role')
      return library.queryAllByRole(within, step.role!, {
        hidden: step.hidden ?? false,
        ...(step.words !== undefined && { name: asMatcher(step.words) }),
      })
    const found =
      step.by === 'label'
        ? library.queryAllByLabelText(within, asMatcher(step.words!))
        : library.queryAllByText(within, asMatcher(step.words!))
    return step.hidden ? found : found.filter((element) => element.checkVisibility({ visibilityProperty: true }))
  }
  let found: HTMLElement[] = [document.body]
  for (const step of steps) {
    found = [...new Set(found.flatMap((within) => inside(within, step)))]
    if (step.saying !== undefined) found = found.filter((element) => isSaying(element, step.saying!))
    if (step.at !== undefined) found = found.slice(step.at, step.at + 1)
  }
  const [first] = found
  page.mehfilFound = first
  const state: Found = {
    count: found.length,
    says: found.map(say),
    label: first?.getAttribute('aria-label') ?? '',
    value: (first as HTMLInputElement | undefined)?.value ?? '',
    href: (first as HTMLAnchorElement | undefined)?.href ?? '',
    pressed:
      first?.getAttribute('aria-pressed') === 'true' || (first as HTMLInputElement | undefined)?.checked === true,
    hindrance: null,
    place: '',
  }
  if (!first || !toPress) return state
  let box = first.getBoundingClientRect()
  const isInView = () =>
    box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth && box.width > 0
  if (!isInView()) {
    first.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    box = first.getBoundingClientRect()
  }
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
  const isHit = hit !== null && (first.contains(hit) || hit.contains(first))
  state.place = [box.left, box.top, box.width, box.height].map(Math.round).join()
  if ((first as HTMLButtonElement).disabled) state.hindrance = 'it is disabled'
  else if (!isHit)
    state.hindrance = `it is covered by <${hit?.tagName.toLowerCase() ?? 'nothing'}> «${hit ? say(hit).slice(0, 40) : ''}»`
  return state
}

export function focusFound(): void {
  const { mehfilFound } = globalThis as unknown as { mehfilFound: HTMLInputElement }
  mehfilFound.focus()
  mehfilFound.select()
}

/** Chooses an option of the found list by its text, like the keyboard. */
export function chooseFound(words: string): boolean {
  const { mehfilFound: list } = globalThis as unknown as { mehfilFound: HTMLSelectElement }
  const option = [...list.options].find((one) => one.label === words || one.text.trim() === words)
  if (!option) return false
  list.focus()
  list.value = option.value
  list.dispatchEvent(new Event('input', { bubbles: true }))
  list.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}
