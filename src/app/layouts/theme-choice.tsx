import { t } from '#ui/messages/messages.ts'
import { themes, useTheme } from '#ui/theme.ts'
import type { Theme } from '#ui/theme.ts'

const labels = { light: 'app.theme.light', dark: 'app.theme.dark', system: 'app.theme.system' } as const

export function ThemeSelect() {
  const [theme, setTheme] = useTheme('shop')
  return (
    <label className="flex items-baseline gap-1.5">
      {t('app.theme')}
      <select
        value={theme}
        onChange={(event) => setTheme(event.target.value as Theme)}
        className="-mr-1 cursor-pointer bg-surface text-ink"
      >
        {themes.map((one) => (
          <option key={one} value={one}>
            {t(labels[one])}
          </option>
        ))}
      </select>
    </label>
  )
}

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
          {t(labels[one])}
        </button>
      ))}
    </fieldset>
  )
}
