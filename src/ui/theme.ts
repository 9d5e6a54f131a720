import { useSyncExternalStore } from 'react'
import { makeListeners } from './hooks/listeners.ts'

/**
 * Light, dark or what the device prefers, as the class `dark` on <html>. The shop and the console remember their own
 * choice. index.html runs the same rule before first paint; keep the two alike.
 */
export type Theme = 'light' | 'dark' | 'system'
export type ThemeScope = 'shop' | 'console'

export const themes: readonly Theme[] = ['light', 'dark', 'system']

const storageKeys: Record<ThemeScope, string> = { shop: 'theme', console: 'mehfil.console-theme' }
const defaults: Record<ThemeScope, Theme> = { shop: 'system', console: 'light' }
/** Colour of the browser's own bars. */
const barColours = { light: '#fdfdfb', dark: '#101115' }

const { subscribe, tell } = makeListeners()
/** Choices made while storage refuses (private mode): they last as long as the page. */
const unsaved: Partial<Record<ThemeScope, Theme>> = {}

const isTheme = (text: unknown): text is Theme => text === 'light' || text === 'dark' || text === 'system'

function themePreference(scope: ThemeScope = 'shop'): Theme {
  if (unsaved[scope]) return unsaved[scope]
  try {
    const saved = localStorage.getItem(storageKeys[scope])
    return isTheme(saved) ? saved : defaults[scope]
  } catch {
    return defaults[scope]
  }
}

let currentScope: ThemeScope = 'shop'
const deviceIsDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)')

/** Puts the scope's theme on the document. The app calls it when the surface changes. */
export function applyTheme(scope: ThemeScope): void {
  currentScope = scope
  const theme = themePreference(scope)
  const dark = theme === 'dark' || (theme === 'system' && deviceIsDark().matches)
  document.documentElement.classList.toggle('dark', dark)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? barColours.dark : barColours.light)
}

function setThemePreference(theme: Theme, scope: ThemeScope = 'shop'): void {
  try {
    localStorage.setItem(storageKeys[scope], theme)
    delete unsaved[scope]
  } catch {
    unsaved[scope] = theme
  }
  applyTheme(currentScope)
  tell()
}

/** Follows the device's preference and other tabs for as long as the page lives. Returns the way to stop. */
export function followTheme(): () => void {
  const again = (): void => {
    applyTheme(currentScope)
    tell()
  }
  const onStorage = (event: StorageEvent): void => {
    if (event.key === null || Object.values(storageKeys).includes(event.key)) again()
  }
  const device = deviceIsDark()
  device.addEventListener('change', again)
  addEventListener('storage', onStorage)
  return () => {
    device.removeEventListener('change', again)
    removeEventListener('storage', onStorage)
  }
}

/** The remembered choice and its setter; re-renders when it changes, here or in another tab. */
export function useTheme(scope: ThemeScope = 'shop'): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, () => themePreference(scope))
  return [theme, (next) => setThemePreference(next, scope)]
}
