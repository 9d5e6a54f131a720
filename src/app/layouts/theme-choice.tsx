import { t } from '#ui/messages/messages.ts'
import { themes, useTheme } from '#ui/theme.ts'
import type { Theme } from '#ui/theme.ts'

export const themeLabels = { light: 'app.theme.light', dark: 'app.theme.dark', system: 'app.theme.system' } as const

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
            {t(themeLabels[one])}
          </option>
        ))}
      </select>
    </label>
  )
}
