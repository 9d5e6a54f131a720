// One visitor at one address who sends all at once what costs a careless server most: `visitor.ts <url> <public key>`.
import { randomUUID } from 'node:crypto'
import { Agent, get, request, type RequestOptions } from 'node:http'

const [url = '', apikey = ''] = process.argv.slice(2)
const { hostname: host, port } = new URL(url)
const agent = new Agent({ keepAlive: true, maxSockets: 400 })

const BODIES = 12
const BODY_BYTES = 4_000_000
const OPEN = 150
const PICTURE_BYTES = 5_000_000
const GUESSES = 4_000
const LANES = 200

const lists = `{"p_scans":[${Array<string>(1_300_000).fill('[]').join(',').slice(0, -1)}]}`
const body = Buffer.from(lists.padEnd(BODY_BYTES, ' '))

const post = (path: string, type: string, length: number): RequestOptions => ({
  ...{ host, port, path, method: 'POST' },
  headers: { apikey, 'content-type': type, 'content-length': length },
})

/** A picture that never ends. */
function begin(): void {
  const one = request(post(`/storage/v1/object/payments/${randomUUID()}/x.png`, 'image/png', PICTURE_BYTES))
  one.on('response', (answer) => answer.on('error', () => undefined).resume())
  one.on('error', () => undefined).write(Buffer.alloc(PICTURE_BYTES - 1))
}

const sendBody = (): Promise<unknown> =>
  new Promise((done) => {
    const one = request(post('/rest/v1/rpc/record_scans', 'application/json', body.length), (answer) => {
      answer.on('error', done).on('end', done).resume()
    })
    one.on('error', done).end(body)
  })

const guess = (): Promise<unknown> =>
  new Promise((done) => {
    get({ agent, host, port, path: `/events/${randomUUID()}` }, (answer) => answer.on('end', done).resume()).on(
      'error',
      done,
    )
  })

async function guesses(): Promise<void> {
  for (let n = 0; n < GUESSES / LANES; n += 1) await guess()
}

for (let n = 0; n < OPEN; n += 1) begin()
await Promise.all([...Array.from({ length: BODIES }, sendBody), ...Array.from({ length: LANES }, guesses)])
process.exit()
