import { Buffer } from 'node:buffer'
import { proofInput, type Proof } from '#shop/proofs/proof.ts'
import { readGateways } from '../settings/gateway-settings.ts'
import { answerMessage, connectedGateways, MAX_MESSAGE_BYTES } from './proof-message.ts'

// Takes payment gateways' messages for a hosted shop, as an edge function (docs/deploy.md).

type Environment = Readonly<Record<string, string | undefined>>
/** Calls `take_proof` of a project with its service key. @throws for any answer but success */
type TakeFor = (url: string, key: string, proof: Proof) => Promise<unknown>

const TAKE_PATIENCE_MS = 10_000

const takeByRest: TakeFor = async (url, key, proof) => {
  const answer = await fetch(`${url.replace(/\/+$/, '')}/rest/v1/rpc/take_proof`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ p_proof: proofInput(proof) }),
    signal: AbortSignal.timeout(TAKE_PATIENCE_MS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw Object.assign(new Error('take_proof failed'), { code: `HTTP_${answer.status}` })
}

const answer = (status: number, text: string): Response => new Response(`${text}\n`, { status })

/** Answers a message of the gateway in `?from=`. Warnings name what is wrong, never a message's content. */
export async function answerProofCall(
  request: Request,
  env: Environment,
  take: TakeFor = takeByRest,
  warn: (line: string) => void = console.warn,
): Promise<Response> {
  if (request.method !== 'POST') return answer(405, 'Messages come by POST.')
  const [url, key] = [env['SUPABASE_URL'], env['SUPABASE_SERVICE_ROLE_KEY']]
  if (!url || !key) return answer(500, 'SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY must be set.')
  let gateways
  try {
    gateways = connectedGateways(readGateways(env))
  } catch (error) {
    return answer(500, (error as Error).message)
  }
  const from = new URL(request.url).searchParams.get('from')
  const gateway = gateways.find(({ name }) => name === from)
  if (!gateway) return answer(404, 'This shop takes no messages here.')
  const body = await bodyOf(request)
  if (body === null) return answer(413, 'The message is too long.')
  const headers = Object.fromEntries(request.headers)
  const { status, text, warning } = await answerMessage(gateway, headers, body, (proof) => take(url, key, proof))
  if (warning !== null) warn(warning)
  return answer(status, text)
}

/** Reads a body; null when more than the limit arrives. */
async function bodyOf(request: Request): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body ?? []) {
    size += part.length
    if (size > MAX_MESSAGE_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
