/**
 * Steps of the browser's history, before the router sees them. Browsers call the listeners of a window in the order
 * in which they came, so this one is there before the router's.
 */
let hold: ((event: PopStateEvent) => void) | null = null
window.addEventListener('popstate', (event) => hold?.(event))

/** `holder` may stop a step with `stopImmediatePropagation`; null lets all pass. */
export function holdSteps(holder: typeof hold): void {
  hold = holder
}
