// Added before the router's listener: window listeners run in the order in which they were added.
let hold: ((event: PopStateEvent) => void) | null = null
window.addEventListener('popstate', (event) => hold?.(event))

/** `holder` may stop a step with `stopImmediatePropagation`; null lets all pass. */
export function interceptHistory(holder: typeof hold): void {
  hold = holder
}
