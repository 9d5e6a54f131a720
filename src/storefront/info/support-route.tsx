import { Link } from 'react-router-dom'
import { Icon } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { InfoPage, InfoSection, topics } from './info-page.tsx'
import { ShopContacts } from './shop-contacts.tsx'

export function SupportRoute() {
  return (
    <InfoPage title={t('info.support')} lead={t('info.support.lead')}>
      <InfoSection title={t('info.support.write')}>
        <ul className="rows">
          {topics.map((topic) => (
            <li key={topic}>
              <Link
                to={withQuery(paths.contact, { topic })}
                className="flex min-h-12 items-center justify-between gap-4 underline-offset-4 hover:underline"
              >
                {t(`info.topic.${topic}`)}
                <Icon name="arrow" />
              </Link>
            </li>
          ))}
        </ul>
      </InfoSection>
      <InfoSection title={t('info.contact.ways')}>
        <ShopContacts />
      </InfoSection>
    </InfoPage>
  )
}
