import { signal } from '../observable/observable.ts'

/**
 * A page that is left may be kept for the way back: in WebKit its open transactions block every later one of that
 * database (docs/decisions/0026-webkit.md), and its locks block other tabs.
 */
interface PageLife {
  /** The page is left or frozen: release what others wait for, in this very task. */
  left(): void
  back(): void
}

/** A page that still runs after so long was not left: timers of a kept page stand still. */
const STILL_HERE_MS = 3_000

const changes = signal<keyof PageLife>()
let away = false
let timer: ReturnType<typeof setTimeout> | undefined

export const onPageLife = (life: PageLife): (() => void) => changes.subscribe((change) => life[change]())

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
  // Chromium freezes background pages without a pagehide.
  document.addEventListener('freeze', leave)
  document.addEventListener('resume', comeBack)
}
