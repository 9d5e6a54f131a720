import { useSearchParams } from 'react-router-dom'
import { usePersonKey } from '#account/session/person-key.ts'
import { t } from '#ui/messages/messages.ts'
import { ContactForm } from './contact-form.tsx'
import { InfoPage, InfoSection, topics } from '../info-page.tsx'
import { ShopContacts } from '../shop-contacts.tsx'
import { WaitingMessages } from './waiting-enquiries.tsx'

export function ContactRoute() {
  const [query] = useSearchParams()
  const person = usePersonKey()
  const topic = topics.find((one) => one === query.get('topic')) ?? 'general'
  return (
    <InfoPage title={t('info.contact')} lead={t('info.contact.lead')}>
      <InfoSection title={t('info.contact.form')}>
        <WaitingMessages />
        <ContactForm key={`${person} ${query}`} topic={topic} orderCode={query.get('order') ?? ''} />
      </InfoSection>
      <InfoSection title={t('info.contact.ways')}>
        <ShopContacts />
      </InfoSection>
    </InfoPage>
  )
}
