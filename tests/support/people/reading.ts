import type { Page } from '@playwright/test'
import type { Language } from '../../../src/platform/text/language.ts'
import { inDatabase } from '../database/database.ts'
import type { Shop } from '../server/shop.ts'

export interface Objections {
  english: string[]
  /** Texts whose marks or ends are cut off. */
  cut: string[]
  /** Overflow of the page's width, in CSS pixels. */
  sideways: number
}

const LATIN = new Set(
  (
    'UPI UTR RRN QR GST GSTIN OTP PIN PDF JSON PNG JPEG WebP kB MB KB GB USB SMS IST https Google Pay PhonePe Paytm BHIM WhatsApp ' +
    'Safari iPhone iPad Enter WCAG MF CICAg transaction ID reference name bank example com English'
  ).split(' '),
)

/** Checks the current page. `names` are words of the shop's own data, which are not translated. */
export async function translationIssues(page: Page, names: ReadonlySet<string>): Promise<Objections> {
  const { words, cut, sideways } = await page.evaluate(readPage)
  const english = words.filter(
    ({ word }) => !LATIN.has(word) && !names.has(word.toLowerCase()) && !/^[A-Z]{1,2}$/.test(word),
  )
  return { english: [...new Set(english.map(({ word, text }) => `${word} (${text})`))], cut, sideways }
}

export const namesIn = (shop: Shop): Promise<Set<string>> =>
  inDatabase(shop, async (sql) => {
    const rows = await sql.query<{ text: string }>(
      `select name as text from public.singers
       union select concat_ws(' ', venue, city, description, line_up::text) from public.events
       union select name from public.ticket_categories
       union select layout_data::text from public.seating_layouts
       union select name || ' ' || email from public.profiles
       union select concat_ws(' ', review_note, screenshot_url) from public.payments
       union select revoked_reason from public.user_tickets where revoked_reason <> 'Refunded'
       union select cancelled_reason from public.events
       union select to_jsonb(s)::text from public.shop_settings s`,
    )
    const text = rows.map((row) => row.text).join(' ')
    return new Set([...text.matchAll(/[A-Za-z]{2,}/g)].map(([word]) => word.toLowerCase()).concat('mehfil'))
  })

const isSound = ({ english, cut, sideways }: Objections): boolean => english.length + cut.length === 0 && sideways <= 0

const PICTURES = process.env.MEHFIL_LANGUAGE_PICTURES
const small = { width: 360, height: 740 }
const large = { width: 1280, height: 800 }

export class Reader {
  readonly wrong: Record<string, Objections> = {}
  count = 0
  private readonly page: Page
  private readonly language: Language
  private readonly names: ReadonlySet<string>

  constructor(page: Page, language: Language, names: ReadonlySet<string>) {
    this.page = page
    this.language = language
    this.names = names
  }

  async reads(screen: string): Promise<void> {
    await this.page.evaluate(() => document.fonts.ready)
    let found = await translationIssues(this.page, this.names)
    for (let again = 0; !isSound(found) && again < 10; again += 1) {
      await this.page.waitForTimeout(300)
      found = await translationIssues(this.page, this.names)
    }
    if (!isSound(found)) this.wrong[screen] = found
    this.count += 1
    if (PICTURES) await this.pictures(`${PICTURES}/${this.language}-${screen.replaceAll(/\W+/g, '-')}`)
  }

  private async pictures(name: string): Promise<void> {
    const { page } = this
    await page.screenshot({ path: `${name}-small.png`, fullPage: true })
    await page.evaluate(() => document.documentElement.classList.add('dark'))
    await page.screenshot({ path: `${name}-small-dark.png` })
    await page.evaluate(() => document.documentElement.classList.remove('dark'))
    await page.setViewportSize(large)
    await page.screenshot({ path: `${name}-large.png` })
    await page.setViewportSize(small)
  }
}

function readPage(): { words: { word: string; text: string }[]; cut: string[]; sideways: number } {
  const words: { word: string; text: string }[] = []
  const cut: string[] = []
  const read = (text: string): void => {
    // Codes of tickets and orders (7K2Q-X4MD-5, MF7K2QX4MD), mail addresses and URLs are no words.
    const plain = text.replace(/\S*[@/]\S*|\b\S*\d\S*|\bMF[A-Z]{8}\b|\b[A-Z]{4}-[A-Z]{4}-[A-Z]\b/g, ' ')
    for (const [word] of plain.matchAll(/[A-Za-z]{2,}/g)) words.push({ word, text: text.trim().slice(0, 80) })
  }
  const foreign = (element: Element): boolean =>
    element.closest('[lang="en"], script, style, noscript, canvas') !== null
  read(document.title)
  const ruler = document.createElement('canvas').getContext('2d')
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (foreign(element) || !element.checkVisibility({ visibilityProperty: true })) continue
    for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
      const text = element.getAttribute(name)
      if (text) read(text)
    }
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    const text = own.map((node) => node.nodeValue ?? '').join(' ')
    if (text.trim() === '') continue
    read(text)
    if (!/[\u0900-\u097f]/.test(text) || element.closest('.sr-only')) continue
    const style = getComputedStyle(element)
    const clips = style.overflowY !== 'visible' && style.display !== 'inline'
    if (clips && ruler) {
      ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
      const ink = ruler.measureText(text)
      const room = element.clientHeight
      // One pixel: a text for screen readers alone.
      if (room > 1 && ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent > room + 1)
        cut.push(`${text.trim()}: ${Math.round(ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent)} in ${room}`)
    }
    const pressed = element.closest<HTMLElement>('button, a, label, th, td, summary, legend') ?? element
    const box = pressed.getBoundingClientRect()
    const range = document.createRange()
    // Not of its elements: words for screen readers alone take no place.
    const ends = own.map((node) => {
      range.selectNodeContents(node)
      return range.getBoundingClientRect()
    })
    const isOut = ends.some(({ left, right, width }) => width > 0 && (right > box.right + 2 || left < box.left - 2))
    const shortened = style.textOverflow === 'ellipsis'
    if (!shortened && box.width > 2 && isOut) cut.push(`${text.trim()}: wider than its place`)
  }
  return { words, cut, sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth }
}
