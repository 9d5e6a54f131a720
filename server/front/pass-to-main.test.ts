import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { passTo } from './pass-to-main.ts'

const opened: Server[] = []
afterEach(() => {
  for (const server of opened.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(answer)
  opened.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A front before a main server that notes what it is asked, with each body. */
async function front(): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = []
  const main = await listen((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${Buffer.concat(parts).toString()}`.trim())
      response.end('said')
    })
  })
  const pass = passTo(`http://127.0.0.1:${main}`)
  const port = await listen(async (request, response) => {
    const { method, url, headers } = request
    const { status } = await pass({ method, target: url!, headers, body: request })
    response.writeHead(status).end()
  })
  return { port, asked }
}

async function say(port: number, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  await once(socket, 'data')
  socket.destroy()
  // What a body hides would be asked at once.
  await new Promise((resolve) => setTimeout(resolve, 100))
}

const hidden = 'GET /hidden HTTP/1.1\r\nhost: a\r\n\r\n'
const chunked = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`

it.each(['GET', 'DELETE', 'OPTIONS', 'POST', 'PATCH'])(
  'passes the body of a %s on as its body, whatever is in it',
  async (method) => {
    const { port, asked } = await front()
    await say(port, `${method} /x HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${chunked(hidden)}`)
    await say(port, `${method} /y HTTP/1.1\r\nhost: a\r\ncontent-length: ${hidden.length}\r\n\r\n${hidden}`)
    await say(port, `${method} /z HTTP/1.1\r\nhost: a\r\n\r\n`)
    expect(asked).toEqual([`${method} /x ${hidden.trim()}`, `${method} /y ${hidden.trim()}`, `${method} /z`])
  },
)

it('passes the head on before the body, and an answer that comes before it while the rest is dropped', async () => {
  const heads: (string | undefined)[] = []
  const main = await listen((request, response) => {
    heads.push(request.headers['content-length'])
    response.writeHead(401, { connection: 'close', 'content-length': 4 }).end('said', () => request.socket.destroy())
  })
  const pass = passTo(`http://127.0.0.1:${main}`)
  const port = await listen(async (request, response) => {
    const { method, url, headers } = request
    const { status } = await pass({ method, target: url!, headers, body: request })
    response.writeHead(status).end()
  })
  const rest = Buffer.alloc(16 * 1024 * 1024)
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: ${rest.length}\r\n\r\n`)
  const [said] = (await once(socket, 'data')) as [Buffer]
  expect([String(said).split('\r\n')[0], heads]).toEqual(['HTTP/1.1 401 Unauthorized', [String(rest.length)]])
  await new Promise<void>((sent, lost) => socket.write(rest, (error) => (error ? lost(error) : sent())))
  socket.destroy()
})
