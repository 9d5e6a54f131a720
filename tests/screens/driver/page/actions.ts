import { userEvent } from '@testing-library/user-event'
import { Ivya } from 'ivya'
import { getElementAccessibleDescription, getElementAccessibleName } from 'ivya/utils'

export interface GivenFile {
  name: string
  type: string
  bytes: Uint8Array
}

const user = () => userEvent.setup({ document, delay: null, pointerEventsCheck: 0, applyAccept: false })

/** All elements that a selector of Playwright finds now. */
export const find = (selector: string): HTMLElement[] =>
  Ivya.create({ browser: 'chromium' }).queryLocatorSelectorAll(selector, document) as HTMLElement[]

const isUsable = (element: HTMLElement): boolean =>
  !(element as HTMLButtonElement).disabled && element.checkVisibility()

/** What a reader sees: without the text of hidden elements. */
function innerText(element: Element): string {
  const parts = [...element.childNodes].map((node) => {
    if (node.nodeType === node.TEXT_NODE) return node.textContent ?? ''
    if (node.nodeType !== node.ELEMENT_NODE) return ''
    return getComputedStyle(node as Element).display === 'none' ? '' : innerText(node as Element)
  })
  return parts.join('').replaceAll(/\s+/g, ' ').trim()
}

const checked = (element: Element): boolean =>
  (element as HTMLInputElement).checked ?? element.getAttribute('aria-checked') === 'true'

/** What a story may ask of an element. */
export const facts = {
  visible: (element: HTMLElement) => element.checkVisibility(),
  disabled: (element: HTMLElement) => (element as HTMLButtonElement).disabled === true,
  readOnly: (element: HTMLElement) => (element as HTMLInputElement).readOnly === true,
  checked,
  focused: (element: HTMLElement) => element === document.activeElement,
  value: (element: HTMLElement) => (element as HTMLInputElement).value,
  text: (element: HTMLElement) => element.textContent ?? '',
  innerText,
  name: (element: HTMLElement) => getElementAccessibleName(element, false),
  description: (element: HTMLElement) => getElementAccessibleDescription(element, false),
  attributes: (element: HTMLElement) =>
    Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
} satisfies Record<string, (element: HTMLElement) => unknown>

/** What a person does to an element that can be used; the first argument is the element. */
export const actions = {
  click: (element: HTMLElement) => user().click(element),
  dblclick: (element: HTMLElement) => user().dblClick(element),
  hover: (element: HTMLElement) => user().hover(element),
  fill: async (element: HTMLElement, text: string) => {
    element.focus()
    // React listens to the element's own setter.
    const { prototype } = element.tagName === 'TEXTAREA' ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(element, text)
    element.dispatchEvent(new Event('input', { bubbles: true }))
    element.dispatchEvent(new Event('change', { bubbles: true }))
  },
  setChecked: async (element: HTMLElement, wanted: boolean) => {
    if (checked(element) !== wanted) await user().click(element)
  },
  /** By value, label or place. */
  select: async (element: HTMLElement, wanted: string | { label?: string; index?: number }) => {
    const options = [...(element as HTMLSelectElement).options]
    const option = options.find((one, at) =>
      typeof wanted === 'string'
        ? one.value === wanted || one.text === wanted
        : one.text === wanted.label || at === wanted.index,
    )
    if (!option) return false
    await user().selectOptions(element, option)
    return true
  },
  upload: async (element: HTMLElement, files: GivenFile[]) => {
    await user().upload(
      element,
      files.map(({ name, type, bytes }) => new File([bytes as never], name, { type })),
    )
  },
} satisfies Record<string, (element: HTMLElement, ...of: never[]) => Promise<boolean | void>>

/** The same for elements in any state. */
export const gentle = {
  focus: async (element: HTMLElement) => element.focus(),
  blur: async (element: HTMLElement) => element.blur(),
  press: async (element: HTMLElement, keys: string) => {
    element.focus()
    await pressKeys(keys)
  },
  type: async (element: HTMLElement, text: string) => {
    element.focus()
    await user().keyboard(text.replaceAll(/[[{]/g, '$&$&'))
  },
} satisfies Record<string, (element: HTMLElement, ...of: never[]) => Promise<boolean | void>>

const FRAME_MS = 16

/** 'Enter', 'Control+k' or a character, wherever the focus is; whoever presses sees what the key before did. */
export async function pressKeys(keys: string): Promise<void> {
  const parts = keys.split(/(?<=.)\+/)
  const down = parts.map((key) => `{${key}>}`)
  const up = parts.toReversed().map((key) => `{/${key}}`)
  await user().keyboard(keys.length === 1 ? keys.replaceAll(/[[{]/g, '$&$&') : [...down, ...up].join(''))
  await new Promise((done) => setTimeout(done, FRAME_MS))
}

/** Does it to the one element that matches, once it can be; false before that. @throws when several match */
export async function act(selector: string, what: string, of: unknown[]): Promise<boolean> {
  const [element, ...more] = find(selector)
  if (more.length > 0) throw new Error(`${more.length + 1} elements are ${selector}`)
  const doing = (gentle as Record<string, unknown>)[what] ?? (actions as Record<string, unknown>)[what]
  if (!element || (what in actions && what !== 'upload' && !isUsable(element))) return false
  const done = await (doing as (...all: unknown[]) => Promise<boolean | void>)(element, ...of)
  return done !== false
}
