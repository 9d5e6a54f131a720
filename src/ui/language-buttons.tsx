import { languages } from '#platform/text/language.ts'
import { usePreferredLanguage } from './language.ts'
import { languageNames, switchLanguage } from './language-choice.tsx'
import { t } from './messages/messages.ts'

export function LanguageButtons() {
  const language = usePreferredLanguage()
  return (
    <fieldset className="flex flex-wrap items-center gap-1">
      <legend className="sr-only">{t('app.language')}</legend>
      {languages.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={language === one}
          onClick={() => void switchLanguage(one)}
          className="min-h-9 flex-1 cursor-pointer rounded-control px-2.5 pt-px font-names text-2 aria-pressed:bg-ink aria-pressed:font-strong aria-pressed:text-surface"
        >
          {languageNames[one]}
        </button>
      ))}
    </fieldset>
  )
}
