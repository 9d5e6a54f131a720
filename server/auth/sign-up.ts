import { MAX_PASSWORD_BYTES } from '#shop/people/profile.ts'
import { refusal } from '../api/answers.ts'
import type { Answer } from '../http/http-message.ts'
import { randomUUID } from 'node:crypto'

/**
 * One plain mailbox: quotes, commas or brackets could redirect its mail (`a,b@host`, `x<victim@host>`).
 * No mail reaches a name or host with a dot at an end, which two spaces on a phone type, or with two in a row.
 */
const MAILBOX = /^(?!.*(?:^|[.@])(?:[.@]|$))[^\s<>()[\]\\,;:"@\p{C}]{1,64}@[^\s<>()[\]\\,;:"@\p{C}]{1,190}$/u

export const refuseAddress = (email: string): Answer | null =>
  MAILBOX.test(email)
    ? null
    : refusal('auth', 400, 'validation_failed', 'Unable to validate email address: invalid format')

/** Refuses a password longer than bcrypt reads; null for any other. */
export const refusePassword = (password: unknown): Answer | null =>
  typeof password === 'string' && Buffer.byteLength(password) > MAX_PASSWORD_BYTES
    ? refusal('auth', 422, 'weak_password', 'A password has at most 72 bytes')
    : null

export function newcomer(email: string, given: unknown): unknown {
  const now = new Date().toISOString()
  const id = randomUUID()
  const data = given && typeof given === 'object' ? given : {}
  const about = { ...data, email, email_verified: false, phone_verified: false, sub: id }
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: about,
    identities: [
      {
        identity_id: randomUUID(),
        id,
        user_id: id,
        identity_data: about,
        provider: 'email',
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
        email,
      },
    ],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
    confirmation_sent_at: now,
  }
}
