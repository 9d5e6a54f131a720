import { t } from '#ui/messages/messages.ts'
import { InfoPage, InfoSection, WriteToUs, topics } from './info-page.tsx'
import { ShopContacts } from './shop-contacts.tsx'
import { count } from '#ui/format.ts'
import { useScreenshotDays } from './use-screenshot-days.ts'
import { formatDay, fromIst } from '#platform/time/ist.ts'
import { PRIVACY_UPDATED } from '#shop/people/profile.ts'
import { terms } from '#ui/terms.ts'
import { Link } from 'react-router-dom'
import { Icon } from '#ui/controls/icon.tsx'
import { paths, withQuery } from '#ui/paths.ts'

const aboutParts = ['seats', 'price', 'upi', 'offline'] as const

export function AboutRoute() {
  return (
    <InfoPage title={t('info.about')} lead={t('info.about.lead')}>
      {aboutParts.map((part) => (
        <InfoSection key={part} title={t(`info.about.${part}`)} text={t(`info.about.${part}.text`)} />
      ))}
      <InfoSection title={t('info.about.who')}>
        <ShopContacts />
      </InfoSection>
    </InfoPage>
  )
}

const refundParts = ['cancelled', 'moved', 'twice', 'rejected', 'otherwise'] as const

export function RefundRoute() {
  return (
    <InfoPage title={t('info.refund')} lead={t('info.refund.lead')}>
      {refundParts.map((part) => (
        <InfoSection key={part} title={t(`info.refund.${part}`)} text={t(`info.refund.${part}.text`)} />
      ))}
      <InfoSection title={t('info.refund.how')}>
        <WriteToUs topic="refund" />
      </InfoSection>
    </InfoPage>
  )
}

export function PrivacyRoute() {
  const days = count(useScreenshotDays())
  return (
    <InfoPage
      title={t('info.privacy')}
      lead={`${t('info.privacy.lead')} ${t('info.terms.updated', { day: formatDay(fromIst(PRIVACY_UPDATED)) })}`}
    >
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

/** The last change of the terms' text in any language; info-pages.test.ts enforces it. */
export const TERMS_UPDATED = '2026-11-26'

const termsParts = ['booking', 'price', 'payment', 'tickets', 'changes', 'accounts'] as const

/** Of the text, or of the tax, fee and limits that it names. */
const lastChange = (): string => [TERMS_UPDATED, terms().fromDay].sort().at(-1)!

export function TermsRoute() {
  return (
    <InfoPage
      title={t('info.terms')}
      heading={t('info.terms.title')}
      lead={t('info.terms.updated', { day: formatDay(fromIst(lastChange())) })}
    >
      {termsParts.map((part) => (
        <InfoSection key={part} title={t(`info.terms.${part}`)} text={t(`info.terms.${part}.text`)} />
      ))}
      <InfoSection title={t('info.terms.complaints')}>
        <ShopContacts />
      </InfoSection>
    </InfoPage>
  )
}

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
