/** What the bench of seat maps does in its page: each function is sent there as it stands, and uses nothing of this file. */

/** What `holdIdleTime` gives the page. */
export interface IdleTime {
  /** From now on, what asks for idle time waits. */
  hold(): void
  release(): void
}

/**
 * Before the page's own code. The browser is idle the moment the first frame is handed over, sooner than anybody outside
 * can read what that frame cost: what was put off until then waits, so that each is counted where it belongs.
 */
export function holdIdleTime(): void {
  const { requestIdleCallback: ask, cancelIdleCallback: cancel } = globalThis
  const held = new Map<number, Parameters<typeof ask>>()
  let holding = false
  let last = 0
  globalThis.requestIdleCallback = (...wanted) => {
    if (!holding) return ask(...wanted)
    // Ids of the browser's own are positive.
    held.set(--last, wanted)
    return last
  }
  globalThis.cancelIdleCallback = (id) => void (held.delete(id) || cancel(id))
  const idleTime: IdleTime = {
    hold: () => void (holding = true),
    release: () => {
      holding = false
      for (const wanted of held.values()) ask(...wanted)
      held.clear()
    },
  }
  Object.assign(globalThis, { idleTime })
}

/** Waits so many frames. */
export function frames(count: number): Promise<void> {
  return new Promise((resolve) => {
    const next = (): void => void (count-- > 0 ? requestAnimationFrame(next) : resolve())
    next()
  })
}

/** Presses the seat in the middle of the pane. */
export function toggle(way: string): Promise<void> {
  const pane = document.querySelector('.seat-pane, canvas')!.getBoundingClientRect()
  const x = pane.left + 180
  const y = pane.top + 210
  const target = document.elementFromPoint(x, y)
  const seat = way === 'buttons' ? (target?.closest('button') ?? document.querySelector('.seat-pane button')) : target
  seat?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: x, clientY: y }))
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/** Moves the map 12 px a frame. Frames per second that the browser came to. */
export function pan([way, count, direction]: readonly [string, number, number]): Promise<number> {
  const pane = document.querySelector(way === 'canvas' ? 'canvas' : '.seat-pane')!
  return new Promise((resolve) => {
    let left = count
    let began = 0
    const next = (now: number): void => {
      if (began === 0) began = now
      else if (--left <= 0) return resolve((count * 1_000) / (now - began))
      if (way === 'canvas')
        pane.dispatchEvent(new WheelEvent('wheel', { deltaY: 12 * direction, deltaX: 4 * direction, cancelable: true }))
      else pane.scrollBy(4 * direction, 12 * direction)
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
}

/** Zooms with the button, or, where the shop shows none because the whole map is seen, with the key. */
export function zoom(label: string): Promise<void> {
  const button = document.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`)
  const key = label === 'Zoom in' ? '+' : '-'
  // A press that does nothing would be measured as a quick one.
  if (button?.disabled) throw new Error(`${label} cannot be pressed`)
  if (button) button.click()
  else document.querySelector('.seat-pane')!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
