import { outside } from '../../support/server/outside.ts'
import type { Decision } from './page/worker.ts'

type Where = string | RegExp | ((url: URL) => boolean)
type Handler = (route: Route) => unknown
interface Asked {
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
}
interface Fulfilled {
  status?: number
  json?: unknown
  body?: string
  headers?: Record<string, string>
  response?: Response
}

/** '**\/{rest,storage}/v1/**' as Playwright reads it. */
function patternOf(glob: string): RegExp {
  const escaped = glob.replaceAll(/[.+^$()|[\]\\?]/g, String.raw`\$&`)
  const choices = escaped.replaceAll(/\{([^}]*)\}/g, (_, all: string) => `(?:${all.replaceAll(',', '|')})`)
  return new RegExp(`^${choices.replaceAll(/\*+/g, (stars) => (stars.length > 1 ? '.*' : '[^/]*'))}$`)
}

function matches(where: Where, url: string): boolean {
  if (typeof where === 'function') return where(new URL(url))
  return (typeof where === 'string' ? patternOf(where) : where).test(url)
}

/** One request of the page, until its handler has decided. */
class Route {
  readonly #asked: Asked
  decision: Decision | 'next' = { kind: 'continue' }

  constructor(asked: Asked) {
    this.#asked = asked
  }

  request = () => ({
    url: () => this.#asked.url,
    method: () => this.#asked.method,
    headers: () => this.#asked.headers,
    postData: () => this.#asked.body,
    postDataJSON: (): unknown => (this.#asked.body === null ? null : JSON.parse(this.#asked.body)),
  })

  continue = async (): Promise<void> => void (this.decision = { kind: 'continue' })
  abort = async (): Promise<void> => void (this.decision = { kind: 'abort' })
  fallback = async (): Promise<void> => void (this.decision = 'next')

  fetch(): Promise<Response> {
    const { url, method, headers, body } = this.#asked
    return outside(url, { method, headers, body })
  }

  async fulfill({ status, json, body, headers = {}, response }: Fulfilled): Promise<void> {
    const given = Object.fromEntries(response?.headers ?? [])
    // The body is plain text by now.
    delete given['content-encoding']
    delete given['content-length']
    this.decision = {
      kind: 'fulfill',
      status: status ?? response?.status ?? 200,
      headers: { ...given, ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: json === undefined ? (body ?? (await response?.text()) ?? '') : JSON.stringify(json),
    }
  }
}

/** What a story puts between a page and the server. */
export class Network {
  offline = false
  readonly #handlers: { where: Where; handler: Handler }[] = []

  route(where: Where, handler: Handler): void {
    this.#handlers.unshift({ where, handler })
  }

  unroute(where: Where): void {
    for (let at = this.#handlers.length - 1; at >= 0; at -= 1)
      if (String(this.#handlers[at]!.where) === String(where)) this.#handlers.splice(at, 1)
  }

  async decide(asked: Asked): Promise<Decision> {
    if (this.offline) return { kind: 'abort' }
    for (const { where, handler } of this.#handlers) {
      if (!matches(where, asked.url)) continue
      const route = new Route(asked)
      // oxlint-disable-next-line no-await-in-loop -- the next one only when this one passes it on
      await handler(route)
      if (route.decision !== 'next') return route.decision
    }
    return { kind: 'continue' }
  }
}
