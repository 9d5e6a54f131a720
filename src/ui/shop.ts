import { FIRST_LOOK, said, titleOf, type Said, type ShopLook } from '#shop/settings/shop-look.ts'
import { logoUrl } from '#shop/settings/logo.ts'
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

/** Names the origin of a hosted backend's pictures; those of one's own server are relative. */
export const BACKEND = (import.meta.env?.VITE_SUPABASE_URL || '').replace(/\/+$/, '')

/** Shows a logo on the tab and on the home screen, as server/pages/shop-pages.ts does in the page that it sends. */
export function showIcons(logo: string): void {
  for (const [rel, file] of [
    ['icon', '192'],
    ['apple-touch-icon', '180'],
  ] as const) {
    const link = document.querySelector<HTMLLinkElement>(`link[rel=${rel}]`)
    if (!link || logo === '') continue
    link.type = 'image/png'
    link.href = logoUrl(logo, file, BACKEND)
  }
}

/** Sets the look. Only app/app.tsx calls it, and renders everything again. */
export function setShopLook(next: ShopLook): void {
  held = next
}
