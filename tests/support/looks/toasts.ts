import { expect, type Page } from '@playwright/test'

const kept = new WeakMap<Page, string[]>()

/** Records the page's toasts: one lasts two seconds, too short for a stalled machine. */
export async function keepToasts(page: Page): Promise<void> {
  const said: string[] = []
  kept.set(page, said)
  await page.exposeFunction('keepToast', (text: string) => void said.push(text))
  await page.addInitScript(() => {
    const texts = new WeakMap<Element, string>()
    const look = (): void => {
      for (const row of document.querySelectorAll('.toast-stack > [role=status]')) {
        const text = row.textContent
        if (texts.get(row) === text) continue
        texts.set(row, text)
        ;(globalThis as unknown as { keepToast: (text: string) => void }).keepToast(text)
      }
    }
    new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true })
  })
}

export async function saysInAToast(page: Page, text: string, during: () => Promise<unknown>): Promise<void> {
  const has = toastsFromNowOn(page)
  await during()
  await expect.poll(() => has(text), `a toast that says ${text}`).toBe(true)
}

export function toastsFromNowOn(page: Page): (text: string) => boolean {
  const said = kept.get(page)
  if (!said) throw new Error('The toasts of this page are not kept.')
  const before = said.length
  return (text) => said.slice(before).some((one) => one.includes(text))
}
