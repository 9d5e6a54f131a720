import { randomUUID } from 'node:crypto'
import { notAsked, unless, type Check } from './check.ts'
import { policyOf } from './running-shop.ts'

const isOfThisMachine = (address: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)

const isRevalidated = (cached: string | null): boolean => /no-cache|no-store|max-age=0/.test(cached ?? '')

const MAX_KEPT_SECONDS = 10

/** What a visitor may send to have another answer kept for the others. */
const STRANGE = {
  apikey: 'none',
  accept: 'text/csv',
  range: '0-0',
  authorization: 'Bearer none',
  cookie: 'a=b',
  prefer: 'count=exact',
}

const isObject = (text: string): boolean => /^\s*\{/.test(text)

export const pageChecks: readonly Check[] = [
  {
    promise: 'Pages come encrypted, and browsers insist on it',
    ask: async ({ pages, page }) => {
      if (isOfThisMachine(pages)) return notAsked('This is an address of this machine alone.')
      return unless(
        !pages.startsWith('https:') && 'The address is not https.',
        !page.headers.has('strict-transport-security') && 'The header strict-transport-security is missing.',
      )
    },
  },
  {
    promise: 'No other site shows a page in a frame',
    ask: async ({ page }) =>
      unless(
        // frame-ancestors works in a header only, not in the page.
        !/frame-ancestors 'none'/.test(page.headers.get('content-security-policy') ?? '') &&
          !/deny|sameorigin/i.test(page.headers.get('x-frame-options') ?? '') &&
          "Neither content-security-policy (frame-ancestors 'none') nor x-frame-options is sent.",
      ),
  },
  {
    promise: 'Scripts come from the shop alone',
    ask: async ({ page }) => {
      const scripts = /script-src ([^;]*)/.exec(policyOf(page))?.[1]
      return unless(
        scripts === undefined && 'No content-security-policy names where scripts may come from.',
        /'unsafe-inline'|'unsafe-eval'|\*|https?:(\s|$)/.test(scripts ?? '') &&
          `script-src allows too much: ${scripts}`,
      )
    },
  },
  {
    promise: 'Types are not guessed, and other sites do not learn our addresses',
    ask: async ({ page: { headers } }) =>
      unless(
        headers.get('x-content-type-options') !== 'nosniff' && 'x-content-type-options: nosniff is missing.',
        !/^(same-origin|no-referrer|strict-origin)/.test(headers.get('referrer-policy') ?? '') &&
          'referrer-policy is missing: links in mails carry one-time tokens.',
      ),
  },
  {
    promise: 'Every path of the shop is its page',
    ask: async (shop) => {
      const wrong: string[] = []
      for (const path of ['/my-tickets', `/events/${randomUUID()}`, '/checkout', '/admin/payments']) {
        const { status, headers } = await shop.get(path, { accept: 'text/html' })
        if (status !== 200 || !headers.get('content-type')?.startsWith('text/html')) wrong.push(`${path} (${status})`)
      }
      return unless(wrong.length > 0 && `Not the page: ${wrong.join(', ')}.`)
    },
  },
  {
    promise: 'A script that is missing is 404, never the page',
    ask: async (shop) => {
      const { status } = await shop.get(`/assets/none-${randomUUID().slice(0, 8)}.js`)
      return unless(status !== 404 && `It is ${status}: phones that open during an update would break.`)
    },
  },
  {
    promise: 'What changes under its name is asked for anew',
    ask: async (shop) => {
      const worker = await shop.get('/service-worker.js')
      return unless(
        !isRevalidated(shop.page.headers.get('cache-control')) &&
          'The page may be kept: cache-control: no-cache is missing.',
        !isRevalidated(worker.headers.get('cache-control')) &&
          'service-worker.js may be kept: cache-control: no-cache is missing.',
        !/javascript/.test(worker.headers.get('content-type') ?? '') && 'service-worker.js is not served as a script.',
      )
    },
  },
  {
    promise: 'Answers that are the same for everybody are kept for seconds, and no visitor changes them',
    ask: async (shop) => {
      const { text } = await shop.call('GET', '/rest/v1/ticket_categories?select=id&limit=1')
      const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)?.[0] ?? randomUUID()
      const path = `/rest/v1/rpc/seat_availability?p_ticket_category_id=${id}`
      // First, so that an answer to it would be kept for the plain one.
      const strange = await shop.get(path, STRANGE)
      if (strange.status === 404 || strange.headers.get('content-type')?.startsWith('text/html'))
        return notAsked('The host of the pages does not pass them on: each phone asks the API itself.')
      await shop.get(`${path}&select=none&limit=0`, { apikey: shop.key })
      const { status, headers, text: plain } = await shop.get(path, { apikey: shop.key })
      const kept = headers.get('cache-control') ?? ''
      const seconds = Number(/(?:^|[ ,])max-age=(\d+)/.exec(kept)?.[1] ?? 0)
      return unless(
        (status !== 200 || !isObject(plain)) &&
          `After another visitor asked oddly, what is free is ${status}: the cache must pass on the category alone.`,
        !/public/.test(kept) && 'The answer is not kept by caches: cache-control: public is missing.',
        seconds > MAX_KEPT_SECONDS && `It may be kept for ${seconds} s: people would choose seats that are sold.`,
        headers.has('set-cookie') && 'It sets a cookie, which the next visitor would get.',
      )
    },
  },
]
