import { expect, type Page } from '@playwright/test'

/** Returns the words that a page shows in its main part and in an open dialog; those of screen readers do not count. */
const wordsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words: string[] = []
    for (const part of document.querySelectorAll('main, [role=dialog], dialog[open]')) {
      if (part.parentElement?.closest('main, [role=dialog], dialog[open]')) continue
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const on = text.parentElement!
        if (!on.checkVisibility({ visibilityProperty: true }) || on.closest('.sr-only')) continue
        words.push(...(text.textContent ?? '').split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))
      }
    }
    return words
  })

/** Expects at most so many words on the screen. */
export async function saysAtMost(page: Page, most: number, name: string): Promise<void> {
  const words = await wordsOn(page)
  if (process.env.WORDS) console.log(name, words.length, words.join(' '))
  expect(words.length, `${name}: ${words.join(' ')}`).toBeLessThanOrEqual(most)
}

/** Expects the main part of the page to end above this height, in CSS pixels. */
export async function endsAbove(page: Page, most: number, name: string): Promise<void> {
  const end = await page.evaluate(() => {
    const parts = document.querySelectorAll('main > *')
    return Math.max(...[...parts].map((part) => part.getBoundingClientRect().bottom + scrollY))
  })
  expect(end, name).toBeLessThanOrEqual(most)
}
