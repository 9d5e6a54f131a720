import { inTurns, median } from '../measure.ts'
import { encode, HttpPool, type Asked } from './http-client.ts'

/** Two questions to one server, asked in turns. */
export interface Compared {
  /** Answers per second, medians of the rounds. */
  ours: number
  reference: number
  /** The median of the rounds' own ratios, ours : reference. */
  ratio: number
  /** Bytes of one body as sent. */
  bytes: { ours: number; reference: number }
  /** The share of a core that the load took: near 1 it was the limit, not the server. */
  load: number
}

export const CONNECTIONS = 32
const ROUNDS = 7
const ROUND_MS = 500
const WARM_UP_MS = 1_500

/** Measures both after a warm-up, in rounds that change their order. @throws {Error} for an answer that is not 200 */
export async function compare(url: string, ours: Asked, reference: Asked): Promise<Compared> {
  const pool = new HttpPool(url, CONNECTIONS)
  try {
    await rate(pool, ours, WARM_UP_MS)
    await rate(pool, reference, WARM_UP_MS)
    const rounds = await inTurns(
      0,
      ROUNDS,
      () => rate(pool, ours, ROUND_MS),
      () => rate(pool, reference, ROUND_MS),
    )
    const of = (side: 'ours' | 'theirs', key: keyof Rate): number => median(rounds.map((round) => round[side][key]))
    return {
      ours: of('ours', 'perSecond'),
      reference: of('theirs', 'perSecond'),
      ratio: median(rounds.map((round) => round.ours.perSecond / round.theirs.perSecond)),
      bytes: { ours: of('ours', 'bytes'), reference: of('theirs', 'bytes') },
      load: Math.max(of('ours', 'load'), of('theirs', 'load')),
    }
  } finally {
    pool.close()
  }
}

interface Rate {
  perSecond: number
  bytes: number
  load: number
}

async function rate(pool: HttpPool, asked: Asked, ms: number): Promise<Rate> {
  const request = encode(asked)
  const cpu = process.cpuUsage()
  const began = performance.now()
  let answers = 0
  let bytes = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - began < ms) {
        const { status, body } = await pool.ask(request)
        if (status !== 200) throw new Error(`${asked.path} answered ${status}: ${body.toString().slice(0, 300)}`)
        answers += 1
        bytes = body.length
      }
    }),
  )
  const took = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  return { perSecond: answers / (took / 1_000), bytes, load: (user + system) / 1_000 / took }
}
