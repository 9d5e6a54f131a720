import { useDocumentTitle } from '#ui/browser/page-title.ts'
import { t } from '#ui/messages/messages.ts'
import { shopName } from '#ui/shop.ts'
import '#ui/messages/en/gate/gate.ts'

export const useGateTitle = (page: string): void => useDocumentTitle(t('gate.title.page', { page, shop: shopName }))
