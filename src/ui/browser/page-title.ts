import { useEffect } from 'react'
import { shopName, shopTitle } from '../shop.ts'

/** Returns '<page> · Mehfil', '<page> · Mehfil Admin', or the shop's line without a page name (home). */
export function pageTitle(name: string | null, area: 'shop' | 'admin' = 'shop'): string {
  if (name === null) return shopTitle()
  return `${name} · ${area === 'admin' ? `${shopName()} Admin` : shopName()}`
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}

export const usePageTitle = (name: string | null, area: 'shop' | 'admin' = 'shop'): void =>
  useDocumentTitle(pageTitle(name, area))
