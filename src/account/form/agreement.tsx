import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/account.ts'
import { paths } from '#ui/paths.ts'

const TERMS = '{terms}'
const PRIVACY = '{privacy}'

/** The terms and the privacy text open in a new tab, so that the form keeps what was typed. */
export function Agreement() {
  const sentence = t('account.agree', { terms: TERMS, privacy: PRIVACY })
  return (
    <p className="text-1 text-muted">
      {sentence.split(/({terms}|{privacy})/).map((part) => {
        if (part !== TERMS && part !== PRIVACY) return part
        return (
          <a
            key={part}
            className="link text-ink"
            target="_blank"
            rel="noreferrer"
            href={part === TERMS ? paths.terms : paths.privacy}
          >
            {t(part === TERMS ? 'account.agree.terms' : 'account.agree.privacy')}
          </a>
        )
      })}
    </p>
  )
}
