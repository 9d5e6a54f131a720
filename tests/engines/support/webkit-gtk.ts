import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver'
import { pythonPath, webkitGtk } from '../../../scripts/engines.mjs'
import { freePort } from '../../support/server/shop.ts'
import { DESKTOP, PHONE, type Device, type Engine, type Tab } from './engine.ts'

const LAUNCHER = fileURLToPath(new URL('lasting-webkit.py', import.meta.url))
const OPEN_MS = 60_000
const PROBE_MS = 50
const PROBE_TIMEOUT_MS = 1_500
/** The longest wait for a command's answer; the driver loses one now and then. */
const ANSWER_MS = 10_000
const SLOW_ANSWER_MS = 30_000
const ATTEMPTS = 3
/** Height of the window's frame around the page. */
const FRAME_PX = 120

/** WebKitGTK through its own driver, on a virtual screen. Without a profile it is a private session. */
export async function openWebKit(): Promise<Engine> {
  const programs = webkitGtk()
  if (!programs) throw new Error('WebKitGTK is not on this machine.')
  const screen = await openScreen(programs.screen)
  return {
    name: 'webkit',
    open: ({ profile, phone = false } = {}) =>
      patiently(() => openDevice(programs, screen.display, { profile, phone })),
    quit: () => end(screen.process),
  }
}

async function openScreen(program: string): Promise<{ process: ChildProcess; display: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [number] = (await once(child.stdio[3]!, 'data')) as [Buffer]
  return { process: child, display: `:${number.toString().trim()}` }
}

async function openDevice(
  programs: { driver: string; browser: string },
  display: string,
  { profile, phone }: { profile: string | undefined; phone: boolean },
): Promise<Device> {
  const port = await freePort()
  const env = { ...process.env, DISPLAY: display, TZ: 'Asia/Kolkata', LANGUAGE: 'en_IN', NO_AT_BRIDGE: '1' }
  const driverProcess = spawn(programs.driver, [`--port=${port}`], { env, stdio: 'ignore' })
  const browserOptions = profile
    ? { binary: pythonPath, args: [LAUNCHER, profile] }
    : { binary: programs.browser, args: ['--automation'] }
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    pageLoadStrategy: 'eager',
    'webkitgtk:browserOptions': browserOptions,
  })
  let driver: WebDriver
  let first: string | null
  try {
    await waitUntilListening(port)
    const building = new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build()
    driver = await inTime(Promise.resolve(building), SLOW_ANSWER_MS)
    first = await inTime(driver.getWindowHandle())
  } catch (error) {
    await end(driverProcess)
    throw error
  }
  const { width, height } = phone ? PHONE : DESKTOP
  return {
    broken: [],
    async newTab() {
      const handle: string = first ?? (await anotherWindow(driver))
      first = null
      await driver.switchTo().window(handle)
      await driver
        .manage()
        .window()
        .setRect({ x: 0, y: 0, width, height: height + FRAME_PX })
      return tabOf(driver, handle)
    },
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    async close() {
      await driver.quit().catch(() => undefined)
      await end(driverProcess)
    },
  }
}

async function anotherWindow(driver: WebDriver): Promise<string> {
  await driver.switchTo().newWindow('window')
  return driver.getWindowHandle()
}

function tabOf(driver: WebDriver, handle: string): Tab {
  const found = () => driver.executeScript<WebElement>('return globalThis.mehfilFound')
  /** The driver handles one window at a time. */
  const here = async <T>(work: () => Promise<T>): Promise<T> => {
    await driver.switchTo().window(handle)
    return work()
  }
  return {
    goto: (url) => here(() => patiently(() => inTime(driver.get(url), SLOW_ANSWER_MS))),
    reload: () => here(() => driver.navigate().refresh()),
    back: () =>
      here(async () => {
        await driver.executeScript('history.back()')
        while (!(await isAnswering(driver))) await sleep(PROBE_MS)
      }),
    front: () => here(() => Promise.resolve()),
    run: (work, ...args) =>
      here(() => inTime(driver.executeScript(`return (${work.toString()})(...arguments)`, ...args))) as never,
    install: (script) => here(() => driver.executeScript(script)),
    clickFound: () => here(async () => (await found()).click()),
    attachToFound: (path) => here(async () => (await found()).sendKeys(path)),
    type: (text) => here(async () => (await driver.switchTo().activeElement()).sendKeys(text)),
  }
}

/** A command sent while the engine takes a page out of its cache is never answered, so ask again. */
async function isAnswering(driver: WebDriver): Promise<boolean> {
  const answer = driver.executeScript<boolean>('return true').catch(() => false)
  return Promise.race([answer, sleep(PROBE_TIMEOUT_MS, false)])
}

/** Repeats a command whose answer the driver lost. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof NoAnswer)) throw error
    }
  }
}

class NoAnswer extends Error {
  override message = 'WebKit did not answer'
}

function inTime<T>(answer: Promise<T>, patience = ANSWER_MS): Promise<T> {
  answer.catch(() => undefined)
  const late = sleep(patience, null, { ref: false }).then((): never => {
    throw new NoAnswer()
  })
  return Promise.race([answer, late])
}

async function waitUntilListening(port: number): Promise<void> {
  const until = Date.now() + OPEN_MS
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null)
    if (answer?.ok) return
    if (Date.now() > until) throw new Error('The WebKit driver did not open.')
    await sleep(20)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}
