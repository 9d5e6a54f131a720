import { webkit, type BrowserContext, type BrowserType, type JSHandle, type Page } from '@playwright/test'
import { playwrightWebKit } from '../../../scripts/engines.mjs'
import { DESKTOP, PHONE, type Device, type Engine, type Tab } from './engine.ts'

const NAVIGATION_MS = 60_000

export async function openPlaywrightWebKit(
  type: BrowserType = webkit,
  executablePath = playwrightWebKit() ?? undefined,
): Promise<Engine> {
  const launch = { ...(executablePath && { executablePath }) }
  const shared = await type.launch(launch)
  return {
    name: 'webkit',
    async open({ profile, phone = false } = {}) {
      const options = { viewport: phone ? PHONE : DESKTOP, locale: 'en-IN', timezoneId: 'Asia/Kolkata' }
      const context = profile
        ? await type.launchPersistentContext(profile, { ...launch, ...options })
        : await shared.newContext(options)
      return deviceOf(context)
    },
    quit: () => shared.close(),
  }
}

function deviceOf(context: BrowserContext): Device {
  const broken: string[] = []
  context.on('weberror', (event) => broken.push(String(event.error())))
  context.setDefaultNavigationTimeout(NAVIGATION_MS)
  return {
    broken,
    newTab: async () => tabOf(await context.newPage()),
    picture: async () => (await context.pages().at(-1)?.screenshot()) ?? Buffer.alloc(0),
    close: () => context.close(),
  }
}

function tabOf(page: Page): Tab {
  const found = async () => {
    const handle: JSHandle = await page.evaluateHandle('globalThis.mehfilFound')
    const element = handle.asElement()
    if (!element) throw new Error('The element is gone.')
    return element
  }
  const settled = { waitUntil: 'domcontentloaded' } as const
  return {
    goto: async (url) => void (await page.goto(url, settled)),
    reload: async () => void (await page.reload(settled)),
    back: () => page.evaluate(() => history.back()),
    front: () => page.bringToFront(),
    run: (work, ...args) =>
      page.evaluate(`(${work.toString()})(${args.map((one) => JSON.stringify(one) ?? 'undefined').join()})`) as never,
    install: async (script) => void (await page.evaluate(`${script};0`)),
    clickFound: async () => (await found()).click({ timeout: 5_000 }),
    attachToFound: async (path) => (await found()).setInputFiles(path),
    type: (text) => page.keyboard.type(text),
  }
}
