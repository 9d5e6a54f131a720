import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** Runs in the page before its own code: sets what iOS has and removes what it lacks. */
function asOnIos({ standalone }: { standalone: boolean }): void {
  Object.defineProperty(navigator, 'standalone', { get: () => standalone })
  Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 5 })
  for (const name of ['SyncManager', 'BarcodeDetector', 'BeforeInstallPromptEvent'])
    Reflect.deleteProperty(globalThis, name)
  Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
  for (const name of ['persist', 'persisted']) Reflect.deleteProperty(StorageManager.prototype, name)
  addEventListener('beforeinstallprompt', (event) => event.stopImmediatePropagation(), true)
}

/** A browser that behaves like Safari on an iPhone; `standalone`: the app on the home screen. */
export async function iphone(
  browser: Browser,
  { standalone = false, ...more }: { standalone?: boolean } & BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    userAgent: SAFARI,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    ...more,
  })
  await context.addInitScript(asOnIos, { standalone })
  return context
}

/** Deletes what Safari deletes after seven days without a visit: everything pages wrote, but no server cookie. */
export async function sevenDaysPass(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const cdp = await page.context().newCDPSession(page)
  await page.goto('about:blank')
  await cdp.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'indexeddb,local_storage,cache_storage,service_workers,websql,file_systems',
  })
  await cdp.detach()
}

/** Sets insets for the notch and the home indicator, in CSS pixels. */
export async function hasInsets(
  page: Page,
  insets: { top?: number; right?: number; bottom?: number; left?: number },
): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setSafeAreaInsetsOverride' as never, { insets } as never)
}
