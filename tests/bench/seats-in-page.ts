/** Functions that run in the bench's page: each is sent as text and uses nothing of this file. */

export interface IdleTime {
  /** From now on, idle callbacks wait. */
  hold(): void
  release(): void
}

/** Runs before the page's code: delays idle callbacks, so that the first frame's cost is read before theirs. */
export function holdIdleTime(): void {
  const { requestIdleCallback: ask, cancelIdleCallback: cancel } = globalThis
  const held = new Map<number, Parameters<typeof ask>>()
  let holding = false
  let last = 0
  globalThis.requestIdleCallback = (...wanted) => {
    if (!holding) return ask(...wanted)
    // The browser's own ids are positive.
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

export function frames(count: number): Promise<void> {
  return new Promise((resolve) => {
    const next = (): void => void (count-- > 0 ? requestAnimationFrame(next) : resolve())
    next()
  })
}

export function toggle(way: string): Promise<void> {
  const pane = document.querySelector('.seat-pane, canvas')!.getBoundingClientRect()
  const x = pane.left + 180
  const y = pane.top + 210
  const target = document.elementFromPoint(x, y)
  const seat = way === 'buttons' ? (target?.closest('button') ?? document.querySelector('.seat-pane button')) : target
  seat?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: x, clientY: y }))
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/** Moves the map 12 px a frame; returns the frames per second. */
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

/** Zooms with the button, or with the key when the whole map is visible and the shop shows no button. */
export function zoom(label: string): Promise<void> {
  const button = document.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`)
  const key = label === 'Zoom in' ? '+' : '-'
  if (button?.disabled) throw new Error(`${label} cannot be pressed`)
  if (button) button.click()
  else document.querySelector('.seat-pane')!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
