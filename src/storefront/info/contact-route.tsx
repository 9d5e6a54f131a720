import { useSearchParams } from 'react-router-dom'
import { usePersonKey } from '#account/session/person-key.ts'
import { t } from '#ui/messages/messages.ts'
import { ContactForm } from './contact-form.tsx'
import { InfoPage, InfoSection, topics } from './info-page.tsx'
import { ShopContacts } from './shop-contacts.tsx'
import { useIdentity } from '#account/session/identity.ts'
import { discardMessage, watchWaitingMessages } from '#shop/enquiries/enquiries.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'

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

function WaitingMessages() {
  const identity = useIdentity()
  const who = identity.status === 'signed-in' ? identity.userId : identity.status
  const waiting = useWatched(watchWaitingMessages, [who]).value ?? []
  if (waiting.length === 0) return null
  return (
    <div className="mb-6 max-w-[480px]">
      <p className="text-2 font-strong">{t('info.contact.waiting', { n: waiting.length })}</p>
      <ul className="rows">
        {waiting.map(({ id, message }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-1.5 text-2">
            <span className="min-w-0 flex-1 truncate">{message}</span>
            <Button kind="bare" small onClick={() => void discardMessage(id)}>
              {t('info.contact.discard')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
