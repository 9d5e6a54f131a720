import { Link } from 'react-router-dom'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { InfoPage, InfoSection } from './info-page.tsx'

const steps = ['step1', 'step2', 'step3', 'step4', 'step5'] as const

export function HelpRoute() {
  return (
    <InfoPage title={t('info.help')} lead={t('info.help.lead')}>
      <InfoSection title={t('info.help.steps')}>
        <ol className="rows">
          {steps.map((step, index) => (
            <li key={step} className="grid grid-cols-[32px_minmax(0,1fr)] gap-3 py-3">
              <span className="head-4 tabular-nums" aria-hidden="true">
                {index + 1}
              </span>
              <span>
                <strong className="font-strong">{t(`info.help.${step}`)}</strong>
                <span className="block">{t(`info.help.${step}.text`)}</span>
              </span>
            </li>
          ))}
        </ol>
      </InfoSection>
      <InfoSection title={t('info.help.more')}>
        <Link className="link justify-self-start" to={paths.orders}>
          {t('info.help.orders')}
        </Link>
        <Link className="link justify-self-start" to={paths.faq}>
          {t('info.help.faq')}
        </Link>
        <Link className="link justify-self-start" to={paths.support}>
          {t('info.help.support')}
        </Link>
        <Link className="link justify-self-start" to={paths.refund}>
          {t('info.help.refund')}
        </Link>
        <Link className="link justify-self-start" to={paths.accessibility}>
          {t('info.help.access')}
        </Link>
      </InfoSection>
    </InfoPage>
  )
}
