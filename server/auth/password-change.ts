import { readAccessToken } from './access-token.ts'
import { refusal } from '../api/answers.ts'
import type { Sql } from '../database/database.ts'
import type { Answer } from '../http/http-message.ts'
import { refusePassword } from './sign-up-checks.ts'

/** What a token says of itself. Not checked: callers let the backend check the signature. */
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
 * Lets the backend change a password (`ask`), and ends all other sessions of the account when it did. Refuses a session that
 * did not begin in the last five minutes, as hosted projects do by their setting: an unlocked phone in other hands must not
 * lose its account. Signing in proves the present password, and counts as an attempt like any other.
 */
export async function changePassword(
  database: Sql,
  authorization: string | undefined,
  password: unknown,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const claims = claimsOf(authorization)
  // Never asked without them: what is not read here is not checked here.
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
  // The refresh tokens of a session go with it.
  await database.query('delete from auth.sessions where user_id = $1 and id <> $2', [claims.user, claims.session])
  return answer
}
