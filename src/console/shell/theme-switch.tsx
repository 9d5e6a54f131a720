import { classes } from '#ui/controls/classes.ts'
import { useTheme, type Theme } from '#ui/theme.ts'

const choices: { theme: Theme; label: string }[] = [
  { theme: 'light', label: 'Light' },
  { theme: 'system', label: 'System' },
  { theme: 'dark', label: 'Dark' },
]

/** The console's theme; the storefront has its own. */
export function ThemeSwitch({ className }: { className?: string }) {
  const [theme, setTheme] = useTheme('console')
  return (
    <div role="group" aria-label="Theme" className={classes('flex flex-wrap gap-x-3 text-2', className)}>
      {choices.map((choice) => (
        <button
          key={choice.theme}
          type="button"
          aria-pressed={theme === choice.theme}
          onClick={() => setTheme(choice.theme)}
          className={classes(
            'min-h-8 cursor-pointer pt-px',
            theme === choice.theme ? 'font-strong text-ink' : 'text-muted hover:text-ink',
          )}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
