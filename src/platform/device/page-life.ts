import { signal } from '../observable/observable.ts'

/** In WebKit, open transactions of a cached page block the database (docs/decisions/0026-webkit.md). */
interface PageLife {
  /** Release what other tabs wait for, synchronously. */
  left(): void
  back(): void
}

/** A page that still runs after this time was not left: timers of a cached page do not run. */
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
