import { useEffect } from 'react'
import { shopName, shopTagline } from '../shop.ts'

/** '<page> · Mehfil', '<page> · Mehfil Admin', or the shop's line when there is no page name (home). */
export function pageTitle(name: string | null, area: 'shop' | 'admin' = 'shop'): string {
  if (name === null) return `${shopName}: ${shopTagline()}`
  return `${name} · ${area === 'admin' ? `${shopName} Admin` : shopName}`
}

/** Titles the page for as long as the component stands. */
export function usePageTitle(name: string | null, area: 'shop' | 'admin' = 'shop'): void {
  const title = pageTitle(name, area)
  useEffect(() => {
    document.title = title
  }, [title])
}
