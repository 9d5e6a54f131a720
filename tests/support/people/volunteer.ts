import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type BrowserContext, type Locator, type Page } from '@playwright/test'
import type { Verdict } from '../../../src/shop/gate/decision.ts'
import { testBrowser } from '../browser/browser.ts'
import { FakeCamera } from '../gate/fake-camera.ts'
import { DEMO_PASSWORD, type Shop } from '../server/shop.ts'
import { signedIn } from '../device/stored-session.ts'
import { keepAnswers, type Answer } from '../stories/answers.ts'

const twoCameras = ['--use-fake-device-for-media-stream=device-count=2', '--use-fake-ui-for-media-stream']

/** Runs in the page before its own code, as the packaged browser has no prompt: refuses the camera until `allowsTheCamera`. */
function refuseCamera(): void {
  const { getUserMedia } = MediaDevices.prototype
  MediaDevices.prototype.getUserMedia = function (wanted) {
    if ('cameraAllowed' in globalThis) return getUserMedia.call(this, wanted)
    return Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
  }
}

interface Scanner {
  typeAsScanner(text: string, isBusy?: boolean): Promise<void>
}

/**
 * Runs in the page before its own code: a USB scanner types a key each millisecond, however late the page handles them.
 * A busy page stops three times within the code, for longer than a scanner rests at its end.
 */
function makeScanner(): void {
  const stop = async (): Promise<void> => {
    const until = performance.now() + 300
    while (performance.now() < until);
    await new Promise((next) => setTimeout(next, 20))
  }
  const typeAsScanner = async (text: string, isBusy = false): Promise<void> => {
    const from = performance.now()
    for (const [n, key] of [...text, 'Enter'].entries()) {
      const pressed = new KeyboardEvent('keydown', { key, cancelable: true })
      dispatchEvent(Object.defineProperty(pressed, 'timeStamp', { value: from + n }))
      if (isBusy && n === 8) for (let times = 0; times < 3; times += 1) await stop()
    }
  }
  Object.assign(globalThis, { typeAsScanner })
}

export class Volunteer {
  readonly shop: Shop
  readonly gate: string
  readonly camera: FakeCamera
  private readonly folder: string
  private context: BrowserContext | null = null
  private hasCamera = false
  /** Whether the page does other work while the scanner types. */
  isBusy = false
  page!: Page
  readonly broken: string[] = []

  private constructor(shop: Shop, gate: string, folder: string, camera: FakeCamera) {
    this.shop = shop
    this.gate = gate
    this.folder = folder
    this.camera = camera
  }

  /**
   * With a USB scanner. Without `hasCamera` the browser refuses its two cameras, which show nothing: looking for codes in
   * pictures takes half a core for as long as the gate is open.
   */
  static async comes(shop: Shop, gate: string, { hasCamera = false } = {}): Promise<Volunteer> {
    const folder = mkdtempSync(join(tmpdir(), 'mehfil-gate-'))
    const camera = await FakeCamera.open(join(folder, 'camera.y4m'))
    const volunteer = new Volunteer(shop, gate, folder, camera)
    volunteer.hasCamera = hasCamera
    await volunteer.startsPhone()
    return volunteer
  }

  async startsPhone(): Promise<void> {
    const browser = await testBrowser()
    this.context = await chromium.launchPersistentContext(join(this.folder, 'profile'), {
      executablePath: browser.executablePath,
      args: [...browser.args, ...(this.hasCamera ? this.camera.flags : twoCameras)],
      baseURL: this.shop.url,
      viewport: { width: 360, height: 740 },
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      // A gate is ready once the worker keeps the scanner, also in stories whose visitors have none.
      serviceWorkers: 'allow',
      permissions: this.hasCamera ? ['camera'] : [],
    })
    this.context.on('weberror', (event) => this.broken.push(String(event.error())))
    await this.context.addInitScript(keepAnswers)
    await this.context.addInitScript(makeScanner)
    if (!this.hasCamera) await this.context.addInitScript(refuseCamera)
    this.page = this.context.pages()[0] ?? (await this.context.newPage())
  }

  async phoneDies(): Promise<void> {
    const session = await this.context!.newCDPSession(this.page)
    const gone = new Promise<void>((resolve) => this.context!.once('close', () => resolve()))
    await session.send('Browser.crash' as never).catch(() => undefined)
    await gone
  }

  async leaves(): Promise<void> {
    await this.context?.close().catch(() => undefined)
    rmSync(this.folder, { recursive: true, force: true })
    expect(this.broken.join('\n'), 'unhandled errors of the page').toBe('')
  }

  /** By a call; the page for preparing the gate is open then. */
  async signsIn(email = 'gate@demo.mehfil.example', password = DEMO_PASSWORD): Promise<void> {
    await this.context!.setStorageState(await signedIn(this.shop, { email, password }))
    await this.page.goto('/admin/scan')
  }

  async prepares(eventName: string): Promise<void> {
    const { page } = this
    await page.getByRole('checkbox', { name: new RegExp(eventName) }).check()
    await expect(page.getByText(/^List of \d+ tickets? · /)).toBeVisible({ timeout: 30_000 })
    await page.getByLabel('Gate name').fill(this.gate)
    await expect(async () => {
      await page.getByRole('button', { name: 'Test scan' }).click()
      await expect(page.getByText('Scanner stored on this device')).toBeVisible()
    }).toPass({ timeout: 60_000 })
    await expect(page.getByText('The decoder read the test code')).toBeVisible()
  }

  async allowsTheCamera(): Promise<void> {
    await this.context!.grantPermissions(['camera'], { origin: this.shop.url })
    await this.page.evaluate(() => Object.assign(globalThis, { cameraAllowed: true }))
    this.hasCamera = true
  }

  async opensTheGate(): Promise<void> {
    await this.page.getByRole('button', { name: 'Open the gate' }).click()
    await this.seesTheScanner()
  }

  async seesTheScanner(): Promise<void> {
    const title = this.hasCamera ? 'Point at the QR code' : 'Scan with a USB scanner, or type'
    await expect(this.page.getByRole('heading', { name: title })).toBeVisible({ timeout: 30_000 })
    if (this.hasCamera) await expect(this.page.locator('[data-camera=on]')).toBeAttached({ timeout: 30_000 })
  }

  verdict(verdict?: Verdict): Locator {
    return this.page.locator(verdict ? `[data-verdict="${verdict}"]` : '[data-verdict]')
  }

  /** Number of the screen's answers since its page was opened. */
  private answered(): Promise<number> {
    return this.page.evaluate(() => (globalThis as unknown as { answers: Answer[] }).answers.length)
  }

  answers(): Promise<string[]> {
    return this.page.evaluate(() =>
      (globalThis as unknown as { answers: Answer[] }).answers.map((answer) => answer.verdict),
    )
  }

  /** Number of answers that have come up, also the same one again. */
  turns(): Promise<number> {
    return this.page.evaluate(() => (globalThis as unknown as { answers: Answer[] }).answers.at(-1)?.turn ?? 0)
  }

  /** Waits for an answer whose text has `saying`: the current one, or from the `since`th on. */
  async sees(expected: Verdict, saying = '', since = 0): Promise<void> {
    const said = () =>
      this.page.evaluate((from) => {
        const { answers } = globalThis as unknown as { answers: Answer[] }
        const last = answers.at(-1)
        return last && answers.length <= from ? (last.shown ? [last] : []) : answers.slice(from)
      }, since)
    const answer = expect.objectContaining({ verdict: expected, text: expect.stringContaining(saying) })
    await expect.poll(said, { timeout: 30_000 }).toContainEqual(answer)
  }

  /** Holds a code before the camera until the answer is there, then removes it. */
  async holds(text: string, expected: Verdict, saying?: string): Promise<void> {
    const before = await this.answered()
    await this.camera.shows(text)
    await this.sees(expected, saying, before)
    await this.camera.shows(null)
  }

  async wedge(text: string): Promise<void> {
    await this.page.evaluate(([keys, isBusy]) => (globalThis as unknown as Scanner).typeAsScanner(keys, isBusy), [
      text,
      this.isBusy,
    ] as const)
  }

  /** Scans codes of nothing one after the other, each once the one before is on screen. */
  async scansInTurn(texts: readonly string[]): Promise<void> {
    await this.page.evaluate(async (all) => {
      const isShown = (text: string) => document.querySelector('[data-verdict] dd')?.textContent === text
      for (const text of all) {
        await (globalThis as unknown as Scanner).typeAsScanner(text)
        while (!isShown(text)) await new Promise((drawn) => requestAnimationFrame(drawn))
      }
    }, texts)
  }

  /** Scans a code with the USB scanner and expects this answer, with a text that contains `saying`. */
  async scans(text: string, expected: Verdict, saying?: string): Promise<Locator> {
    const before = await this.answered()
    await this.wedge(text)
    await this.sees(expected, saying, before)
    return this.verdict(expected)
  }

  /** Finds a ticket on the list by a name or seat, as of people without a code, and expects this answer. */
  async finds(
    text: string,
    expected: Verdict,
    { saying = '', search = 'Search name', field = 'Name or seat' } = {},
  ): Promise<Locator> {
    const before = await this.answered()
    await this.page.getByRole('button', { name: search, exact: true }).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByLabel(field).fill(text)
    await dialog.getByRole('button', { name: new RegExp(`\\b${text}\\b`, 'i') }).click()
    await this.sees(expected, saying, before)
    return this.verdict(expected)
  }

  async next(): Promise<void> {
    const next = this.page.locator('[data-next]')
    if (await next.isVisible()) await next.click({ timeout: 2_000 }).catch(() => undefined)
    await expect(this.verdict()).toHaveCount(0)
  }

  async looksAtTheGate<T>(look: (dialog: Locator) => Promise<T>): Promise<T> {
    await this.page.getByRole('button', { name: /Open the gate's page/ }).click()
    const dialog = this.page.getByRole('dialog', { name: this.gate })
    const seen = await look(dialog)
    await dialog.getByRole('button', { name: 'Close' }).click()
    return seen
  }

  async storedScans(): Promise<{ id: string; ticketId: string; verdict: string; state: string }[]> {
    return this.page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const open = indexedDB.open('mehfil')
          open.addEventListener('error', () => reject(open.error as Error))
          open.addEventListener('success', () => {
            const rows = open.result.transaction('gateScans').objectStore('gateScans').getAll()
            rows.addEventListener('success', () => {
              open.result.close()
              resolve(rows.result)
            })
          })
        }),
    )
  }

  async listAges(minutes: number): Promise<void> {
    await this.page.evaluate(
      (ms) =>
        new Promise<void>((resolve, reject) => {
          const open = indexedDB.open('mehfil')
          open.addEventListener('success', () => {
            const transaction = open.result.transaction('gateLists', 'readwrite')
            const lists = transaction.objectStore('gateLists')
            const all = lists.getAll()
            all.addEventListener('success', () => {
              for (const row of all.result as { listAt: number }[]) lists.put({ ...row, listAt: row.listAt - ms })
            })
            transaction.addEventListener('complete', () => {
              open.result.close()
              resolve()
            })
            transaction.addEventListener('error', () => reject(transaction.error as Error))
          })
        }),
      minutes * 60_000,
    )
  }

  async tokenExpires(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const open = indexedDB.open('mehfil')
          open.addEventListener('success', () => {
            const transaction = open.result.transaction('session', 'readwrite')
            const rows = transaction.objectStore('session')
            const all = rows.getAll()
            all.addEventListener('success', () => {
              for (const row of all.result as { key: string; value: string }[]) {
                if (typeof row.value !== 'string' || !row.value.startsWith('{')) continue
                const session = JSON.parse(row.value) as Record<string, unknown>
                if (!('expires_at' in session)) continue
                rows.put({
                  ...row,
                  value: JSON.stringify({ ...session, expires_at: 1, local_expires_at: 1000 }),
                })
              }
            })
            transaction.addEventListener('complete', () => {
              open.result.close()
              resolve()
            })
            transaction.addEventListener('error', () => reject(transaction.error as Error))
          })
        }),
    )
  }
}
