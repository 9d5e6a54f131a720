// The floor of a hold over HTTP: node:http and postgres.js, which run the shop's function and nothing else. Started by
// holds.ts with a database's address; sends its port when it listens.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import postgres from 'postgres'
import { asUser } from '../sale-load.ts'

interface Hold {
  user: string
  order: string
  lines: { ticket_category_id: string; seats: string[] }[]
}

// The driver's own number of connections, as in the shop.
const sql = postgres(process.argv[2]!, { onnotice: () => {}, idle_timeout: 0 })

const hold = ({ user, order, lines }: Hold): Promise<unknown> =>
  asUser(sql, user, async (tx) => {
    const [row] = await tx`select public.hold_seats(${order}, ${tx.json(lines)}) as answer`
    return row!['answer'] as unknown
  })

const server = createServer((request, response) => {
  json(request)
    .then((body) => hold(body as Hold))
    .then(
      (answer) => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)),
      (error: Error) => response.writeHead(500).end(error.message),
    )
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
