import { refusal } from '../api/answers.ts'
import type { Answer } from '../http/http-message.ts'

/** bcrypt looks at no more of a password, in bytes. */
const MAX_PASSWORD_BYTES = 72

/**
 * One mailbox as everybody writes it. A comma, a semicolon, brackets or quotes make several accounts of one mailbox, or send
 * its mail to another person: `a,b@host`, `x<victim@host>`.
 */
const MAILBOX = /^[^\s<>()[\]\\,;:"@\p{C}]{1,64}@[^\s<>()[\]\\,;:"@\p{C}]{1,190}$/u

/** Refuses an address that is not one mailbox; null for one that is. */
export const refuseAddress = (email: string): Answer | null =>
  MAILBOX.test(email)
    ? null
    : refusal('auth', 400, 'validation_failed', 'Unable to validate email address: invalid format')

/** Refuses a password of which a part would not count; null for any other. */
export const refusePassword = (password: unknown): Answer | null =>
  typeof password === 'string' && Buffer.byteLength(password) > MAX_PASSWORD_BYTES
    ? refusal('auth', 422, 'weak_password', 'A password has at most 72 bytes')
    : null
