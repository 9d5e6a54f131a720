import { languages, type Language } from '#platform/text/language.ts'
import { classes } from './controls/classes.ts'
import { chooseLanguage, usePreferredLanguage } from './language.ts'
import { t } from './messages/messages.ts'
import { toast } from './toast.tsx'

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी', mr: 'मराठी' }

export async function switchLanguage(language: Language): Promise<void> {
  try {
    await chooseLanguage(language)
  } catch {
    toast.error(t('app.language.failed', { name: languageNames[language] }))
  }
}

export function LanguageSelect({ hideLabel = false, className }: { hideLabel?: boolean; className?: string }) {
  const language = usePreferredLanguage()
  return (
    <label className={classes('flex items-center gap-1.5 text-muted', className)}>
      <span className={hideLabel ? 'sr-only' : undefined}>{t('app.language')}</span>
      <select
        value={language}
        onChange={(event) => void switchLanguage(event.target.value as Language)}
        className="-mr-1 min-h-6 cursor-pointer bg-surface text-ink"
      >
        {languages.map((one) => (
          <option key={one} value={one} lang={one}>
            {languageNames[one]}
          </option>
        ))}
      </select>
    </label>
  )
}

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
