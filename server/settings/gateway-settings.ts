import { StartupError } from '../startup-error.ts'
import { text, type Environment } from './setting-values.ts'

/** Secrets that payment gateways sign their messages with; null for a gateway that is not connected. */
export interface GatewaySettings {
  razorpay: string | null
  cashfree: string | null
}

/** A guessed secret can state payments. The operator invents Razorpay's. */
const MIN_SECRET_LENGTH = 24

function secret(env: Environment, name: string): string | null {
  const value = text(env, name)
  if (value !== null && value.length < MIN_SECRET_LENGTH) {
    // Never in a message: it is a secret.
    throw new StartupError(`${name} must have ${MIN_SECRET_LENGTH} characters or more.`)
  }
  return value
}

/** Reads RAZORPAY_WEBHOOK_SECRET and CASHFREE_CLIENT_SECRET. @throws {StartupError} for one that can be guessed */
export const readGateways = (env: Environment): GatewaySettings => ({
  razorpay: secret(env, 'RAZORPAY_WEBHOOK_SECRET'),
  cashfree: secret(env, 'CASHFREE_CLIENT_SECRET'),
})
