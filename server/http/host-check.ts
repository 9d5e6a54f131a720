import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { isLoopback, type Proxies } from '../settings/proxies.ts'
import type { Settings } from '../settings/settings.ts'

/** Returns the host of a `Host` header in lower case without its port; null when the header is invalid. */
export function hostOf(header: string | undefined): string | null {
  const parts = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(header ?? '')
  return (
    parts?.[1]
      ?.replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
      .toLowerCase() || null
  )
}

/** Returns true for this machine, HOST or PUBLIC_URL's host. Others may be a hostile page's name that points here. */
export function isOurHost(header: string | undefined, settings: Pick<Settings, 'host' | 'publicUrl'>): boolean {
  const host = hostOf(header)
  if (host === null) return false
  if (isLoopback(host) || host === settings.host.toLowerCase()) return true
  return settings.publicUrl !== null && host === new URL(settings.publicUrl).hostname.replace(/^\[|\]$/g, '')
}

/**
 * Returns true when another site's page made the browser send this. False for a followed link and for other programs.
 */
export function isFromAnotherSite(
  headers: Pick<IncomingHttpHeaders, 'origin' | 'sec-fetch-site' | 'sec-fetch-mode'>,
  settings: Pick<Settings, 'host' | 'publicUrl'>,
): boolean {
  const { origin } = headers
  if (origin === undefined)
    return headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate'
  return !isOurHost(/^https?:\/\/(.+)$/.exec(origin)?.[1], settings)
}

/** The part of a request that says who sent it. */
interface Sent {
  headers: IncomingHttpHeaders
  socket: { remoteAddress?: string | undefined }
}

const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')

/** Returns the sender's address. `X-Forwarded-For` counts only from `proxies` of ours, which append to it. */
export function addressOfSender({ headers, socket }: Sent, proxies: Proxies): string {
  const peer = plain(socket.remoteAddress ?? '')
  const forwarded = headers['x-forwarded-for']
  if (forwarded === undefined || !proxies.has(peer)) return peer
  const chain = String(forwarded).split(',').map(plain)
  const { hops } = proxies
  const claimed = hops === null ? chain.findLast((address) => !proxies.has(address)) : chain.at(-hops)
  const sender = claimed ?? chain[0]!
  return isIP(sender) === 0 ? peer : sender
}

/** True when this shop has proxies, and a connection that is of none of them brings a sender's address. */
export const isUnknownProxy = ({ headers, socket }: Sent, proxies: Proxies): boolean =>
  proxies.hops !== 0 && headers['x-forwarded-for'] !== undefined && !proxies.has(plain(socket.remoteAddress ?? ''))

/** Returns what limits count of a request's sender. */
export const senderOf = (request: Sent, proxies: Proxies): string => limitKeyOf(addressOfSender(request, proxies))

/** Returns what a limit counts: an IPv4 address, or an IPv6 customer's /64. */
export function limitKeyOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
