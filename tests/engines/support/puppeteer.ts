import { launch, type Browser, type ElementHandle, type Page } from 'puppeteer-core'
import { firefoxPath } from '../../../scripts/engines.mjs'
import { DESKTOP, PHONE, type Device, type Engine, type Tab } from './engine.ts'

const NAVIGATION_MS = 60_000

/** Stock Firefox over WebDriver BiDi. */
export const openFirefox = (): Promise<Engine> =>
  engineOf('firefox', (userDataDir) =>
    launch({
      browser: 'firefox',
      executablePath: firefoxPath() ?? undefined,
      headless: true,
      defaultViewport: null,
      env: { ...process.env, TZ: 'Asia/Kolkata', LANG: 'en_IN.UTF-8' },
      extraPrefsFirefox: { 'intl.accept_languages': 'en-IN, en' },
      ...(userDataDir && { userDataDir }),
    }),
  )

/** A browser of Puppeteer: devices share one process, a profile has its own. */
export async function engineOf(name: string, start: (profile?: string) => Promise<Browser>): Promise<Engine> {
  const shared = await start()
  return {
    name,
    async open({ profile, phone = false } = {}) {
      const browser = profile ? await start(profile) : null
      const context = browser ?? (await shared.createBrowserContext())
      const newPage = (): Promise<Page> => context.newPage()
      return deviceOf(newPage, phone ? PHONE : DESKTOP, () => context.close())
    },
    quit: () => shared.close(),
  }
}

function deviceOf(newPage: () => Promise<Page>, viewport: typeof DESKTOP, close: () => Promise<void>): Device {
  const broken: string[] = []
  let last: Page | null = null
  return {
    broken,
    async newTab() {
      const page = await newPage()
      last = page
      await setSize(page, viewport)
      page.setDefaultNavigationTimeout(NAVIGATION_MS)
      page.on('pageerror', (error) => {
        // Firefox reports unfinished loads of a left page as errors.
        if (!/downloadable font|Failed to load/.test(String(error))) broken.push(String(error))
      })
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) broken.push(message.text())
      })
      return tabOf(page)
    },
    picture: async () => Buffer.from((await last?.screenshot()) ?? []),
    close,
  }
}

/** Sets the size of a page. Puppeteer also sets the screen's orientation, a command that Firefox ESR 140 lacks. */
async function setSize(page: Page, viewport: typeof DESKTOP): Promise<void> {
  await page.setViewport(viewport).catch((error: Error) => {
    if (!error.message.includes('unknown command emulation.setScreenOrientationOverride')) throw error
  })
}

function tabOf(page: Page): Tab {
  const found = async () => (await page.evaluateHandle('globalThis.mehfilFound')) as ElementHandle<HTMLInputElement>
  const settled = { waitUntil: 'domcontentloaded' } as const
  return {
    goto: async (url) => void (await page.goto(url, settled)),
    reload: async () => void (await page.reload(settled)),
    back: () => page.evaluate(() => history.back()),
    front: () => page.bringToFront(),
    run: (work, ...args) => page.evaluate(work as never, ...(args as unknown as never[])) as never,
    install: async (script) => void (await page.evaluate(`${script};0`)),
    clickFound: async () => (await found()).click(),
    attachToFound: async (path) => (await found()).uploadFile(path),
    type: (text) => page.keyboard.type(text),
  }
}
