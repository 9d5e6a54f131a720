import type { IncomingMessage } from 'node:http'
import { LOOK_COLUMNS, lookOfRow, type LookWire } from '#shop/settings/shop-look-row.ts'
import { buttonColours } from '#shop/settings/accent.ts'
import { logoUrl, type LogoFile } from '#shop/settings/logo.ts'
import { namedManifest, titleOf, type ShopLook } from '#shop/settings/shop-look.ts'
import type { Database, Sql } from '../database/database.ts'
import type { Answer } from '../http/http-message.ts'
import { log, nameOfError } from '../log.ts'
import { Fresh } from '../sale/fresh.ts'
import { asVisitor } from './event-read.ts'
import { escapeHtml, jsonForPage } from './html.ts'
import { BUTTON_PATH, isNavigation, type StaticFiles } from './static-files.ts'

const MANIFEST = '/manifest.webmanifest'
const NAMED = [MANIFEST, '/index.html', BUTTON_PATH]
const READ_HOLDS_MS = 1_000

/** Reads what staff have named the shop, with the build's values for the rest. */
export async function readLook(database: Pick<Sql, 'query'>): Promise<ShopLook> {
  const [row] = await database.query<LookWire>(`select ${LOOK_COLUMNS} from public.shop_settings`, [])
  return lookOfRow(row!)
}

const iconLink = (rel: string, logo: string, file: LogoFile): string =>
  `<link rel="${rel}" href="${escapeHtml(logoUrl(logo, file))}" type="image/png" />`

/** Writes the look into the app's page: its title, its icons, and what scripts read before the first paint. */
export const shopPage = (html: string, look: ShopLook): string =>
  html
    .replace(/<link rel="icon"[^>]*>/, (drawn) => (look.logo ? iconLink('icon', look.logo, '192') : drawn))
    .replace(/<link rel="apple-touch-icon"[^>]*>/, (drawn) =>
      look.logo ? iconLink('apple-touch-icon', look.logo, '180') : drawn,
    )
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(titleOf(look, 'en'))}</title>`)
    .replace(
      '<script>',
      (tag) => `<script type="application/json" id="shop-look">${jsonForPage(look)}</script>\n    ${tag}`,
    )

/** Gives the button on other sites the shop's accent, which it reads from its own element. */
const buttonScript = (script: string, { css }: ShopLook): string =>
  css === '' ? script : `(document.currentScript?.dataset??{}).colours=${JSON.stringify(buttonColours(css))};${script}`

/** Serves the built files; page, manifest and button have the shop's look as it was a second ago at most. */
export class ShopPages {
  readonly #pages: StaticFiles
  readonly #built: { html: string; manifest: string; button: string }
  readonly #look: Fresh<ShopLook>
  #written: ShopLook | null = null

  constructor(database: Pick<Database, 'transaction'>, pages: StaticFiles, clock: () => number = Date.now) {
    this.#pages = pages
    this.#built = { html: pages.indexHtml, manifest: pages.textOf(MANIFEST), button: pages.textOf(BUTTON_PATH) }
    const read = (): Promise<ShopLook> =>
      asVisitor(database, readLook).catch((error: unknown) => {
        log.warn(`The shop's name could not be read (${nameOfError(error)}).`)
        throw error
      })
    this.#look = new Fresh(read, clock, READ_HOLDS_MS)
  }

  async answer(request: IncomingMessage, pathname: string): Promise<Answer> {
    if (NAMED.includes(pathname) || isNavigation(request.method ?? 'GET', pathname, request.headers))
      await this.#write()
    return this.#pages.answer(request, pathname)
  }

  async #write(): Promise<void> {
    const look = await this.#look.get()
    if (!look || look.revision === this.#written?.revision || this.#built.html === '') return
    this.#written = look
    this.#pages.replace('/index.html', shopPage(this.#built.html, look))
    this.#pages.replace(MANIFEST, namedManifest(this.#built.manifest, look))
    this.#pages.replace(BUTTON_PATH, buttonScript(this.#built.button, look))
  }
}
