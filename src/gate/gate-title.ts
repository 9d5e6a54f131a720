import { useEffect } from 'react'
import { t } from '#ui/messages/messages.ts'
import { shopName } from '#ui/shop.ts'
import '#ui/messages/with/gate/gate.ts'

/** Titles the page as the console does, in the language of the gate, for as long as the component stands. */
export function useGateTitle(page: string): void {
  const title = t('gate.title.page', { page, shop: shopName })
  useEffect(() => {
    document.title = title
  }, [title])
}
