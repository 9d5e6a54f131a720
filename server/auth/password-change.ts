import { readAccessToken } from './access-token.ts'
import { refusal } from '../api/answers.ts'
import type { Sql } from '../database/database.ts'
import type { Answer } from '../http/http-message.ts'
import { refusePassword } from './sign-up.ts'

/** Unverified: the backend checks the signature. */
interface Claims {
  user: string
  session: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function claimsOf(authorization: string | undefined): Claims | null {
  const { sub, session_id: session } = readAccessToken(authorization)?.claims ?? {}
  const are = typeof sub === 'string' && typeof session === 'string' && UUID.test(sub) && UUID.test(session)
  return are ? { user: sub, session } : null
}

/**
 * Changes the password through the backend (`ask`) and ends the account's other sessions. Refuses a session older than
 * five minutes, so that an unlocked phone is not enough to take an account (docs/decisions/0032-ended-sessions.md).
 */
export async function changePassword(
  database: Sql,
  authorization: string | undefined,
  password: unknown,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const claims = claimsOf(authorization)
  // The backend must not get a token that this server could not check.
  if (!claims) return refusal('auth', 401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const [row] = await database.query<{ fresh: boolean }>('select private.session_is_fresh($1, $2) as fresh', [
    claims.session,
    claims.user,
  ])
  const refused = refusePassword(password)
  if (refused) return refused
  if (!row?.fresh) return refusal('auth', 400, 'reauthentication_needed', 'Sign in again to change the password')
  const answer = await ask()
  if (answer.status !== 200) return answer
  // This ends their refresh tokens, too.
  await database.query('delete from auth.sessions where user_id = $1 and id <> $2', [claims.user, claims.session])
  return answer
}
