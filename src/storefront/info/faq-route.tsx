import { useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { count } from '#ui/format.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import { InfoPage, WriteToUs } from './info-page.tsx'
import { useScreenshotDays } from './use-screenshot-days.ts'

const tabs = [
  {
    id: 'booking',
    questions: ['how', 'many', 'held', 'cost', 'upi', 'utr', 'shot', 'wait', 'orders', 'rejected', 'twice', 'refund'],
  },
  { id: 'account', questions: ['need', 'devices', 'signout', 'safe', 'password'] },
  { id: 'day', questions: ['early', 'bring', 'code', 'group', 'moved', 'cancelled'] },
] as const
type Question = (typeof tabs)[number]['questions'][number]

export function FaqRoute() {
  const [query, setQuery] = useSearchParams()
  const days = count(useScreenshotDays())
  const wanted = tabs.findIndex(({ id }) => id === query.get('tab'))
  const at = wanted < 0 ? 0 : wanted
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  const choose = (index: number, focus: boolean): void => {
    const tab = tabs[index]
    if (!tab) return
    setQuery(index === 0 ? {} : { tab: tab.id }, { replace: true })
    if (focus) buttons.current[index]?.focus()
  }
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    choose((step + tabs.length) % tabs.length, true)
  }
  const answer = (question: Question): string =>
    question === 'shot' ? t('info.q.shot.text', { days }) : t(`info.q.${question}.text`)
  const tab = tabs[at] ?? tabs[0]
  return (
    <InfoPage title={t('info.faq')} lead={t('info.faq.lead')}>
      <div
        role="tablist"
        aria-label={t('info.faq.tabs')}
        onKeyDown={onKeyDown}
        className="flex gap-3 overflow-x-auto border-b border-rule desk:gap-5 max-desk:text-2"
      >
        {tabs.map(({ id }, index) => (
          <button
            key={id}
            ref={(element) => {
              buttons.current[index] = element
            }}
            type="button"
            role="tab"
            id={`faq-${id}`}
            aria-selected={index === at}
            aria-controls="faq-panel"
            tabIndex={index === at ? 0 : -1}
            onClick={() => choose(index, false)}
            className="-mb-px min-h-11 cursor-pointer border-b-2 border-transparent pt-0.5 whitespace-nowrap text-muted -outline-offset-2 aria-selected:border-ink aria-selected:font-strong aria-selected:text-ink"
          >
            {t(`info.faq.${id}`)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="faq-panel" aria-labelledby={`faq-${tab.id}`} className="rows max-w-[76ch]">
        {tab.questions.map((question: Question) => (
          <details key={question} className="group" name="faq">
            <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 py-2 font-strong [&::-webkit-details-marker]:hidden">
              {t(`info.q.${question}`)}
              <Icon name="chevron" className="transition-transform duration-(--t-move) group-open:rotate-180" />
            </summary>
            <p className="pb-4">{answer(question)}</p>
          </details>
        ))}
      </div>
      <p className="mt-6 flex flex-wrap gap-x-2 border-t border-rule pt-4">
        {t('info.faq.more')} <WriteToUs topic="general" />
      </p>
    </InfoPage>
  )
}
