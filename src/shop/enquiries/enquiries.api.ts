import type { Result } from '#platform/failure/failure.ts'
import { storedSession } from '#platform/supabase/session.ts'
import { asPerson, asVisitor } from '#platform/supabase/ask.ts'

export interface ContactMessage {
  /** A uuid made by the client, so that a message sent twice arrives once. */
  id: string
  name: string
  email: string
  topic: string
  message: string
  /** 'MF…' or ''. */
  orderCode: string
}

/** Sends a message to the shop. Fails with `too_many` (5 an hour), `invalid` (detail: the field), `unreachable`. */
export async function sendContactMessage(message: ContactMessage): Promise<Result<null>> {
  const { orderCode, ...rest } = message
  const signedIn = (await storedSession().catch(() => null)) !== null
  const p_message = { ...rest, order_code: orderCode || null }
  return (signedIn ? asPerson : asVisitor).call('send_contact_message', { p_message })
}
