/**
 * What runs inside the page. Elements are found by Testing Library, as people find them: by role and name, by label, by
 * what they say. A function here stands alone: only its own text reaches the page.
 */
import type * as TestingLibrary from '@testing-library/dom'

/** A text that must be there whole, or a pattern; a pattern travels as its source. */
export type Words = string | { source: string; flags: string }

/** One step of a way to an element; a later step looks inside what the earlier ones found. */
export interface Step {
  by: 'role' | 'label' | 'text'
  role?: string
  words?: Words
  /** Only elements with this text in them. */
  saying?: Words
  /** Of those found the n-th, from 0. */
  at?: number
  /** Elements that are not shown count, too. */
  hidden?: boolean
}

/** What is found at the end of a way. The first of it is kept in the page as `mehfilFound`. */
export interface Found {
  count: number
  /** What each says, in the order of the page. */
  says: string[]
  /** Of the first: its name for a screen reader when it has a label of its own, the value of a field, its address. */
  label: string
  value: string
  href: string
  pressed: boolean
  /** Why it cannot be pressed; null when it can. */
  hindrance: string | null
  /** Where it stands, to see whether it still moves. */
  place: string
}

/** Looks for the elements of a way; null when the page has no Testing Library yet. */
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

/** Puts the cursor into the field that was found, with all of its text chosen. */
export function focusFound(): void {
  const { mehfilFound } = globalThis as unknown as { mehfilFound: HTMLInputElement }
  mehfilFound.focus()
  mehfilFound.select()
}

/** Chooses an option of the list that was found, by its words, as the keyboard does. */
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
