import { t } from '#ui/messages/messages.ts'
import { InfoPage, InfoSection } from './info-page.tsx'
import { ShopContacts } from './shop-contacts.tsx'

const parts = ['seats', 'price', 'upi', 'offline'] as const

export function AboutRoute() {
  return (
    <InfoPage title={t('info.about')} lead={t('info.about.lead')}>
      {parts.map((part) => (
        <InfoSection key={part} title={t(`info.about.${part}`)} text={t(`info.about.${part}.text`)} />
      ))}
      <InfoSection title={t('info.about.who')}>
        <ShopContacts />
      </InfoSection>
    </InfoPage>
  )
}
