import { formatDay, fromIst } from '#platform/time/ist.ts'
import { t } from '#ui/messages/messages.ts'
import { terms } from '#ui/terms.ts'
import { InfoPage, InfoSection } from './info-page.tsx'
import { ShopContacts } from './shop-contacts.tsx'
import { TERMS_UPDATED } from './terms-updated.ts'

const parts = ['booking', 'price', 'payment', 'tickets', 'changes', 'accounts'] as const

/** Of the text, or of the tax, fee and limits that it names. */
const lastChange = (): string => [TERMS_UPDATED, terms().fromDay].sort().at(-1)!

export function TermsRoute() {
  return (
    <InfoPage
      title={t('info.terms')}
      heading={t('info.terms.title')}
      lead={t('info.terms.updated', { day: formatDay(fromIst(lastChange())) })}
    >
      {parts.map((part) => (
        <InfoSection key={part} title={t(`info.terms.${part}`)} text={t(`info.terms.${part}.text`)} />
      ))}
      <InfoSection title={t('info.terms.complaints')}>
        <ShopContacts />
      </InfoSection>
    </InfoPage>
  )
}
