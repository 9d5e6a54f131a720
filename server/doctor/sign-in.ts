import { randomUUID } from 'node:crypto'
import { notAsked, unless, type Check } from './check.ts'
import type { RunningShop } from './running-shop.ts'

interface AuthSettings {
  external?: Record<string, boolean>
  mailer_autoconfirm?: boolean
}

async function authSettings(shop: RunningShop): Promise<AuthSettings | null> {
  const heard = await shop.call('GET', '/auth/v1/settings')
  return heard.status === 200 ? (JSON.parse(heard.text) as AuthSettings) : null
}

const OFFERED = new Set(['email', 'google'])

export const signInChecks: readonly Check[] = [
  {
    promise: 'Only the ways of signing in that the pages offer are on',
    ask: async (shop) => {
      const settings = await authSettings(shop)
      if (!settings) return notAsked('The auth service does not tell its settings.')
      const others = Object.entries(settings.external ?? {}).flatMap(([name, on]) =>
        on && !OFFERED.has(name) ? [name] : [],
      )
      return unless(others.length > 0 && `Also on: ${others.join(', ')}. Switch them off.`)
    },
  },
  {
    promise: 'No account without a password or Google',
    ask: async (shop) => {
      const email = `${randomUUID()}@doctor.invalid`
      const anonymous = await shop.call('POST', '/auth/v1/signup', { body: {} })
      // Registers no account and sends no mail: the address has no account.
      const otp = await shop.call('POST', '/auth/v1/otp', { body: { email, create_user: false } })
      return unless(
        anonymous.status < 300 && 'Anonymous accounts are on.',
        otp.status < 300 && 'Links and codes by mail sign in (POST /auth/v1/otp).',
      )
    },
  },
  {
    promise: 'Passwords have eight characters or more',
    ask: async (shop) => {
      const body = { email: `${randomUUID()}@doctor.invalid`, password: 'seven77' }
      const { status } = await shop.call('POST', '/auth/v1/signup', { body })
      return unless(status < 300 && 'Seven were taken. Set the minimum length to 8.')
    },
  },
  {
    promise: 'An address is confirmed before it is an account',
    ask: async (shop) => {
      const settings = await authSettings(shop)
      if (settings?.mailer_autoconfirm === undefined) return notAsked('The auth service does not tell it.')
      return unless(
        settings.mailer_autoconfirm &&
          'It is not: set up mail. Until then anybody can register an address that is not theirs.',
      )
    },
  },
]
