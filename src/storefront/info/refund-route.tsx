import { t } from '#ui/messages/messages.ts'
import { InfoPage, InfoSection, WriteToUs } from './info-page.tsx'

const parts = ['cancelled', 'moved', 'twice', 'rejected', 'otherwise'] as const

export function RefundRoute() {
  return (
    <InfoPage title={t('info.refund')} lead={t('info.refund.lead')}>
      {parts.map((part) => (
        <InfoSection key={part} title={t(`info.refund.${part}`)} text={t(`info.refund.${part}.text`)} />
      ))}
      <InfoSection title={t('info.refund.how')}>
        <WriteToUs topic="refund" />
      </InfoSection>
    </InfoPage>
  )
}
