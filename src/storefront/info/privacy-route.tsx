import { count } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { InfoPage, InfoSection, WriteToUs } from './info-page.tsx'
import { ShopContacts } from './shop-contacts.tsx'
import { useScreenshotDays } from './use-screenshot-days.ts'

export function PrivacyRoute() {
  const days = count(useScreenshotDays())
  return (
    <InfoPage title={t('info.privacy')} lead={t('info.privacy.lead')}>
      <InfoSection title={t('info.privacy.what')} text={t('info.privacy.what.text')} />
      <InfoSection title={t('info.privacy.shots')} text={t('info.privacy.shots.text', { days })} />
      <InfoSection title={t('info.privacy.bank')} text={t('info.privacy.bank.text', { days })} />
      <InfoSection title={t('info.privacy.device')} text={t('info.privacy.device.text')} />
      <InfoSection title={t('info.privacy.who')} text={t('info.privacy.who.text')} />
      <InfoSection title={t('info.privacy.rights')} text={t('info.privacy.rights.text')}>
        <WriteToUs topic="privacy" />
      </InfoSection>
      <InfoSection title={t('info.privacy.complaints')}>
        <ShopContacts />
      </InfoSection>
    </InfoPage>
  )
}
