import { randomUUID } from 'node:crypto'

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
