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
