import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { Window } from 'happy-dom'
import { displayOf } from './display.ts'
import { addDialogs } from './dialogs.ts'

/** Globals that the pages get from Node; all others are the window's. */
const OF_NODE = new Set(
  `Array ArrayBuffer BigInt Boolean Buffer DataView Date Error Function Infinity Intl JSON Map Math NaN Number Object Promise
  Proxy Reflect RegExp Set String Symbol TextDecoder TextEncoder Uint8Array WeakMap WeakRef WebAssembly
  atob btoa clearImmediate console constructor crypto decodeURIComponent encodeURIComponent eval global globalThis isFinite
  isNaN parseFloat parseInt performance process queueMicrotask setImmediate structuredClone undefined`.split(/\s+/),
)

/** The pages do without these, as in older browsers: a story about them needs a browser. */
const MISSING = ['BroadcastChannel', 'Worker']

export interface Size {
  width: number
  height: number
}

/** Stored rows outlive a page, as a browser keeps them. */
export const device = { indexedDB: new IDBFactory() }

/** Makes this thread a page: its globals are those of a new window at `url`, until the next one is opened. */
export function openWindow(url: string, size: Size): Window {
  const window = new Window({ url, ...size })
  const names = new Set<string>()
  for (let from: object | null = window; from && from !== Object.prototype; from = Object.getPrototypeOf(from))
    for (const name of Object.getOwnPropertyNames(from)) if (!OF_NODE.has(name)) names.add(name)
  const source = window as unknown as Record<string, unknown>
  const describe = (name: string, value: unknown): void => {
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value })
  }
  for (const name of names) {
    const value = source[name]
    // Methods need their window. What changes is asked each time.
    if (typeof value === 'function') describe(name, /^[a-z]/.test(name) ? value.bind(window) : value)
    else
      Object.defineProperty(globalThis, name, {
        configurable: true,
        get: () => source[name],
        set: (next: unknown) => {
          source[name] = next
        },
      })
  }
  for (const name of MISSING) describe(name, undefined)
  for (const name of ['window', 'self']) describe(name, globalThis)
  const more = { ...device, IDBKeyRange, isSecureContext: true, createImageBitmap: readPicture }
  for (const [name, value] of Object.entries(more)) describe(name, value)
  withoutLayout(window)
  addDialogs()
  return window
}

/** Nothing is drawn: any picture is read at once, and is one pixel. */
const readPicture = async (): Promise<ImageBitmap> => ({ width: 1, height: 1, close: () => undefined })

/** Nothing is laid out: what is not hidden has a size and is in view. */
function withoutLayout(window: Window): void {
  const box = new window.DOMRect(0, 0, 10, 10)
  const { prototype } = window.Element
  prototype.getBoundingClientRect = () => box
  prototype.scrollIntoView = () => undefined
  prototype.scrollTo = () => undefined
  Object.assign(document, { getAnimations: () => [] })
  const computed = (element: Element): CSSStyleDeclaration => {
    const { style } = element as HTMLElement
    const display = displayOf(element, window.innerWidth)
    return new Proxy(style, {
      get: (own, name) => {
        if (name === 'display') return own.display || display
        if (name === 'visibility') return own.visibility || 'visible'
        if (name === 'getPropertyValue') return (property: string) => own.getPropertyValue(property)
        return Reflect.get(own, name, own)
      },
    })
  }
  window.getComputedStyle = computed as never
  globalThis.getComputedStyle = computed
}
