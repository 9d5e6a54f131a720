import { formatDay, fromIst } from '#platform/time/ist.ts'
import { t } from '#ui/messages/messages.ts'
import { InfoPage, InfoSection, WriteToUs } from './info-page.tsx'
import { ShopContacts } from './shop-contacts.tsx'

/** When each sentence of the two statements was last compared with the shop; statements.test.ts enforces it. */
export const STATEMENTS_CHECKED = '2026-12-01'

const day = (): string => formatDay(fromIst(STATEMENTS_CHECKED))

const accessParts = ['works', 'checked', 'missing', 'hall'] as const

export function AccessibilityRoute() {
  return (
    <InfoPage title={t('access.title')} lead={t('access.lead', { day: day() })}>
      {accessParts.map((part) => (
        <InfoSection key={part} title={t(`access.${part}`)} text={t(`access.${part}.text`)} />
      ))}
      <InfoSection title={t('access.contact')} text={t('access.contact.text')}>
        <WriteToUs topic="general" />
        <ShopContacts />
      </InfoSection>
    </InfoPage>
  )
}

/** The thirteen of the guidelines, in their order. */
export const darkPatterns = [
  ...(['urgency', 'basket', 'shaming', 'forced', 'subscription', 'interference', 'bait'] as const),
  ...(['drip', 'ads', 'nagging', 'question', 'billing', 'malware'] as const),
]

export function NoTricksRoute() {
  return (
    <InfoPage title={t('fair.title')} lead={t('fair.lead', { day: day() })}>
      {darkPatterns.map((part) => (
        <InfoSection key={part} title={t(`fair.${part}`)} text={t(`fair.${part}.text`)} />
      ))}
      <InfoSection title={t('fair.contact')}>
        <WriteToUs topic="general" />
        <ShopContacts />
      </InfoSection>
    </InfoPage>
  )
}
