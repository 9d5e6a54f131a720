import { createServer, request as send, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Shop } from './shop.ts'

export interface StaticHost {
  url: string
  /** Paths that the host lacks: answered with the page and 200, as hosts with a rule for single-page apps do. */
  lacks: (path: string) => boolean
  asked: string[]
  close(): void
}

/** The shop's pages on a static host: a missing file is index.html with status 200. */
export async function openStaticHost(shop: Shop): Promise<StaticHost> {
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const missing = host.lacks(path)
    if (missing) host.asked.push(path)
    const headers = { ...request.headers, host: new URL(shop.url).host }
    if (headers.origin) headers.origin = shop.url
    if (missing) headers.accept = 'text/html'
    const options = { host: 'localhost', port: shop.port, method: request.method, headers }
    const onward = send({ ...options, path: missing ? '/index.html' : request.url }, (answer) => {
      const sent = { ...answer.headers }
      if (missing) sent['cache-control'] = 'public, max-age=31536000, immutable'
      response.writeHead(answer.statusCode ?? 502, sent)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const host: StaticHost = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    lacks: () => false,
    asked: [],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return host
}
