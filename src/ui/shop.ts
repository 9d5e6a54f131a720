import { FIRST_LOOK, said, titleOf, type Said, type ShopLook } from '#shop/settings/shop-look.ts'
import { spokenLanguage } from './language.ts'

let held = FIRST_LOOK

export const shopLook = (): ShopLook => held
export const shopName = (): string => held.name
export const shopTitle = (): string => titleOf(held, spokenLanguage())
/** Returns what the shop says in the language of `t`, else in English. */
export const inSpokenLanguage = (words: Said): string => said(words, spokenLanguage())

/** Colours the page in the shop's accent. */
export function showAccent(css: string): void {
  let sheet = document.getElementById('shop-accent')
  if (!sheet) {
    sheet = document.createElement('style')
    sheet.id = 'shop-accent'
    document.head.append(sheet)
  }
  sheet.textContent = css
}

/** Sets the look. Only app/app.tsx calls it, and renders everything again. */
export function setShopLook(next: ShopLook): void {
  held = next
}
