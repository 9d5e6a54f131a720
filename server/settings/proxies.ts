import { BlockList, isIP } from 'node:net'
import { StartupError } from '../startup-error.ts'
import { text, type Environment } from './setting-values.ts'

/** The proxies of ours: `X-Forwarded-For` counts only on connections from them. */
export interface Proxies {
  /** How many forward a request one after another; null: as many as have an address of ours. */
  hops: number | null
  has(address: string): boolean
}

function ofAddresses(hops: number | null, addresses: readonly string[]): Proxies {
  const list = new BlockList()
  for (const address of addresses) {
    const [ip = '', bits] = address.split('/')
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(ip, family)
    else list.addSubnet(ip, /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN, family)
  }
  return { hops, has: (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') }
}

const onThisMachine = (hops: number): Proxies => ofAddresses(hops, ['127.0.0.0/8', '::1'])

export const NO_PROXIES: Proxies = { hops: 0, has: () => false }

/**
 * Reads TRUST_PROXY: a number of proxies, the last of which is on this machine, or the addresses and networks of all.
 * Without it no proxy is ours.
 * @throws {StartupError} for anything else
 */
export function readProxies(env: Environment): Proxies {
  const value = text(env, 'TRUST_PROXY')?.toLowerCase() ?? '0'
  if (['0', 'false', 'no', 'off'].includes(value)) return NO_PROXIES
  if (['true', 'yes', 'on'].includes(value)) return onThisMachine(1)
  if (/^[1-9]$/.test(value)) return onThisMachine(Number(value))
  try {
    return ofAddresses(null, value.split(/[\s,]+/))
  } catch {
    throw new StartupError(
      'TRUST_PROXY must be the number of proxies in front (up to 9, the last on this machine), or their addresses and ' +
        `networks, like "127.0.0.1, 10.0.0.0/24"; it is "${value}".`,
    )
  }
}

/** Returns true for a name or address that only this machine answers. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}
