import { signal } from '../observable/observable.ts'

/**
 * Whether somebody can come back to this page. A page that is left may be kept by the browser for the way back, with
 * everything it holds: in WebKit an open transaction of such a page blocks every later one of that database
 * (docs/decisions/0026-webkit.md), and a held lock blocks every other tab.
 */
interface PageLife {
  /** The page is being left or frozen: let go of everything that others wait for, in this very task. */
  left(): void
  /** It is in use again. */
  back(): void
}

/** A page that runs this long after it was left was not left, in milliseconds: timers of a kept page stand still. */
const STILL_HERE_MS = 3_000

const changes = signal<keyof PageLife>()
let away = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Calls `life` at each change. Returns the way to stop. */
export const onPageLife = (life: PageLife): (() => void) => changes.subscribe((change) => life[change]())

/** Whether the page has been left and is not in use again. */
export const isAway = (): boolean => away

function leave(): void {
  if (away) return
  away = true
  timer = setTimeout(comeBack, STILL_HERE_MS)
  changes.send('left')
}

function comeBack(): void {
  if (!away) return
  away = false
  clearTimeout(timer)
  changes.send('back')
}

if (typeof document !== 'undefined') {
  addEventListener('pagehide', leave)
  addEventListener('pageshow', comeBack)
  // Chromium freezes a page behind others without hiding it from its history.
  document.addEventListener('freeze', leave)
  document.addEventListener('resume', comeBack)
}
