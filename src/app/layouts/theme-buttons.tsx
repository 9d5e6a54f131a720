import { t } from '#ui/messages/messages.ts'
import { themes, useTheme } from '#ui/theme.ts'
import { themeLabels } from './theme-choice.tsx'

export function ThemeButtons() {
  const [theme, setTheme] = useTheme('shop')
  return (
    <fieldset className="flex flex-wrap items-center gap-1">
      <legend className="float-left mr-auto pr-3 text-2 text-muted">{t('app.theme')}</legend>
      {themes.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={theme === one}
          onClick={() => setTheme(one)}
          className="min-h-9 cursor-pointer rounded-control px-2.5 pt-px text-2 aria-pressed:bg-ink aria-pressed:font-strong aria-pressed:text-surface"
        >
          {t(themeLabels[one])}
        </button>
      ))}
    </fieldset>
  )
}
