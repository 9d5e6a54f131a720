// What a hosted shop's data API does for a shared answer and no more: node:http and postgres.js call the function as a
// visitor and send the headers that it sets, besides those that Supabase's gateway adds. Started by cache.ts with a database's address; sends its port when it listens.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import postgres from 'postgres'

const sql = postgres(process.argv[2]!, { onnotice: () => {}, idle_timeout: 0 })
let asked = 0

const answerTo = (category: string): Promise<{ said: string; headers: string }> =>
  sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', '', true), set_config('role', 'anon', true)`
    const [row] = await tx`select public.seat_availability(${category})::text as said`
    const [set] = await tx`select current_setting('response.headers', true) as headers`
    return { said: row!['said'] as string, headers: set!['headers'] as string }
  })

const server = createServer((request, response) => {
  const { searchParams, pathname } = new URL(request.url!, 'http://localhost')
  if (pathname === '/asked') {
    response.end(String(asked))
    return
  }
  asked += 1
  if (!request.headers['apikey']) {
    response.writeHead(401).end()
    return
  }
  answerTo(searchParams.get('p_ticket_category_id')!).then(
    ({ said, headers }) => {
      for (const one of JSON.parse(headers) as Record<string, string>[])
        for (const [name, value] of Object.entries(one)) response.setHeader(name, value)
      response.setHeader('set-cookie', '__cf_bm=bench; path=/; HttpOnly')
      response.setHeader('vary', 'Accept-Encoding, Prefer')
      response.setHeader('content-type', 'application/json; charset=utf-8').end(said)
    },
    (error: Error) => response.writeHead(500).end(error.message),
  )
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
