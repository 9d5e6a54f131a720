import type { BrowserContext } from '@playwright/test'

/** Records what live regions announce, in order: status and alert regions whole, others by their changes. */
export async function listen(context: BrowserContext): Promise<string[]> {
  const heard: string[] = []
  await context.exposeFunction('hear', (text: string) => heard.push(text))
  await context.addInitScript(() => {
    const live = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]'
    const whole = '[role=status], [role=alert], [aria-atomic=true]'
    const { hear } = globalThis as unknown as { hear: (text: string) => void }
    const said = new WeakMap<Element, string>()
    const say = (element: Element | null): void => {
      const text = element?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
      if (!element || said.get(element) === text) return
      said.set(element, text)
      if (text !== '') hear(text)
    }
    const look = (node: Node): void => {
      const element = node instanceof Element ? node : node.parentElement
      const region = element?.closest(live)
      if (region && region.getAttribute('aria-live') !== 'off') say(region.matches(whole) ? region : element)
      if (node instanceof Element) for (const inner of node.querySelectorAll(live)) say(inner)
    }
    new MutationObserver((changes) => {
      for (const change of changes) {
        if (change.type === 'characterData') look(change.target)
        for (const node of change.addedNodes) look(node)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return heard
}
