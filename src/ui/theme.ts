import { useSyncExternalStore } from 'react'
import { onStoredElsewhere, readStored, writeStored, type StoredKey } from '#platform/device/stored.ts'
import { signal } from '#platform/observable/observable.ts'

/** Sets the class `dark` on <html>. index.html applies the same rule before first paint: change both. */
export type Theme = 'light' | 'dark' | 'system'
export type ThemeScope = 'shop' | 'console'

export const themes: readonly Theme[] = ['light', 'dark', 'system']

const storedKeys = { shop: 'theme', console: 'consoleTheme' } as const satisfies Record<ThemeScope, StoredKey>
const defaults: Record<ThemeScope, Theme> = { shop: 'system', console: 'light' }
const barColours = { light: '#fdfdfb', dark: '#101115' }

const changes = signal()

const isTheme = (text: unknown): text is Theme => text === 'light' || text === 'dark' || text === 'system'

function themePreference(scope: ThemeScope): Theme {
  const saved = readStored(storedKeys[scope])
  return isTheme(saved) ? saved : defaults[scope]
}

let currentScope: ThemeScope = 'shop'
const deviceIsDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)')

export function applyTheme(scope: ThemeScope): void {
  currentScope = scope
  const theme = themePreference(scope)
  const dark = theme === 'dark' || (theme === 'system' && deviceIsDark().matches)
  document.documentElement.classList.toggle('dark', dark)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? barColours.dark : barColours.light)
}

function setThemePreference(theme: Theme, scope: ThemeScope): void {
  writeStored(storedKeys[scope], theme)
  applyAgain()
}

function applyAgain(): void {
  applyTheme(currentScope)
  changes.send()
}

export function followTheme(): void {
  deviceIsDark().addEventListener('change', applyAgain)
  for (const key of Object.values(storedKeys)) onStoredElsewhere(key, applyAgain)
}

export function useTheme(scope: ThemeScope = 'shop'): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(changes.subscribe, () => themePreference(scope))
  return [theme, (next) => setThemePreference(next, scope)]
}
