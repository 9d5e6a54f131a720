import { connect, type Socket } from 'node:net'

/** A request as bytes: one that is sent often is encoded once. */
export interface Asked {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
}

export interface Reply {
  status: number
  /** The status line and the headers as they came. */
  head: string
  body: Buffer
  /** From the question to the last byte, waiting for a free connection included. */
  ms: number
}

/** Less than the 10 s after which the shop closes an idle connection, as a browser that reads `keep-alive: timeout`. */
const MAX_IDLE_MS = 5_000
const PATIENCE_MS = 15_000
const HEAD_END = Buffer.from('\r\n\r\n')

export function encode({ method = 'GET', path, headers = {}, body }: Asked): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body)
  const all: Record<string, string | number> = {
    host: 'localhost',
    ...headers,
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
}

/** Returns a header of the reply; null when it has none. `name` in lower case. */
export const headerOf = ({ head }: Reply, name: string): string | null =>
  new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(head)?.[1] ?? null

const LAST_CHUNK = Buffer.from('0\r\n\r\n')

function withoutChunks(sent: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    const end = sent.indexOf('\r\n', at)
    const length = Number.parseInt(sent.toString('latin1', at, end), 16)
    if (!(length > 0)) return Buffer.concat(parts)
    parts.push(sent.subarray(end + 2, end + 2 + length))
    at = end + 2 + length + 2
  }
}

/** One keep-alive connection with one question at a time. */
class Connection {
  idleSince = 0
  dead = false
  readonly #socket: Socket
  #parts: Buffer[] = []
  #size = 0
  #head = ''
  #bodyAt = 0
  #isChunked = false
  /** Bytes of the whole reply, at least; 0 until its head is there. */
  #total = 0
  #pending: { resolve: (reply: Omit<Reply, 'ms'>) => void; reject: (error: Error) => void } | undefined

  constructor(port: number) {
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true })
    this.#socket.on('data', (part) => this.#take(part))
    this.#socket.on('error', (error) => this.end(error))
    this.#socket.on('close', () => this.end(new Error('The server closed the connection.')))
  }

  send(request: Buffer): Promise<Omit<Reply, 'ms'>> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject }
      this.#socket.write(request)
    })
  }

  /** Closes the connection; an open question fails with `why`. */
  end(why = new Error('The pool was closed.')): void {
    this.dead = true
    this.#socket.destroy()
    const pending = this.#pending
    this.#pending = undefined
    pending?.reject(why)
  }

  #take(part: Buffer): void {
    this.#parts.push(part)
    this.#size += part.length
    if (this.#total === 0 && !this.#readHead()) return
    if (this.#size < this.#total) return
    const whole = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts)
    if (this.#isChunked && !whole.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) return
    const pending = this.#pending
    const sent = whole.subarray(this.#bodyAt)
    const body = this.#isChunked ? withoutChunks(sent) : sent
    const reply = { status: Number(this.#head.slice(9, 12)), head: this.#head, body }
    this.#parts = []
    this.#size = 0
    this.#total = 0
    this.#pending = undefined
    this.idleSince = performance.now()
    if (/\r\nconnection: close/i.test(this.#head)) this.end()
    pending?.resolve(reply)
  }

  /** Returns false when the head is not complete, and after a failure. */
  #readHead(): boolean {
    const read = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts)
    const end = read.indexOf(HEAD_END)
    if (end < 0) return false
    this.#parts = [read]
    this.#head = read.toString('latin1', 0, end)
    this.#bodyAt = end + HEAD_END.length
    const bodiless = this.#head.startsWith('204', 9) || this.#head.startsWith('304', 9)
    this.#isChunked = /\r\ntransfer-encoding: *chunked/i.test(this.#head)
    const fixed = bodiless ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(this.#head)?.[1] ?? Number.NaN)
    const length = this.#isChunked ? LAST_CHUNK.length : fixed
    if (Number.isNaN(length)) {
      this.end(new Error(`A reply without content-length cannot be read here: ${this.#head}`))
      return false
    }
    this.#total = this.#bodyAt + length
    return true
  }
}

/**
 * Asks a server of this machine over at most `most` keep-alive connections. Its own cost is some twenty microseconds a
 * question, a fraction of the server's: the load comes from the same machine.
 */
export class HttpPool {
  readonly #port: number
  readonly #most: number
  readonly #idle: Connection[] = []
  readonly #all = new Set<Connection>()
  readonly #patienceMs: number
  #waiting: ((connection: Connection) => void)[] = []
  /** The first of `#waiting` that still waits: shifting a long array is slow. */
  #next = 0

  constructor(url: string, most: number, patienceMs = PATIENCE_MS) {
    this.#port = Number(new URL(url).port)
    this.#most = most
    this.#patienceMs = patienceMs
  }

  /** Sends the request once. @throws {Error} when the connection fails, or without an answer after `patienceMs` */
  async ask(request: Buffer): Promise<Reply> {
    const began = performance.now()
    const connection = this.#free() ?? (await new Promise<Connection>((resolve) => this.#waiting.push(resolve)))
    const late = (): Error => new Error(`no answer within ${this.#patienceMs / 1_000} s`)
    // None for those whose patience ended before a connection was free: they are gone.
    const rest = Math.max(0, this.#patienceMs - (performance.now() - began))
    const patience = setTimeout(() => connection.end(late()), rest)
    try {
      if (rest === 0) throw late()
      const reply = await connection.send(request)
      return { ...reply, ms: performance.now() - began }
    } finally {
      clearTimeout(patience)
      this.#giveBack(connection)
    }
  }

  close(): void {
    for (const connection of this.#all) connection.end()
  }

  #free(): Connection | undefined {
    const oldest = performance.now() - MAX_IDLE_MS
    for (let one = this.#idle.pop(); one; one = this.#idle.pop()) {
      if (!one.dead && one.idleSince > oldest) return one
      one.end()
      this.#all.delete(one)
    }
    return this.#all.size < this.#most ? this.#open() : undefined
  }

  #open(): Connection {
    const connection = new Connection(this.#port)
    this.#all.add(connection)
    return connection
  }

  #giveBack(connection: Connection): void {
    let free = connection
    if (connection.dead) this.#all.delete(connection)
    const wanted = this.#waiting[this.#next]
    if (!wanted) {
      if (!free.dead) this.#idle.push(free)
      return
    }
    if (free.dead) free = this.#open()
    this.#next += 1
    if (this.#next > 1_000 && this.#next * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#next)
      this.#next = 0
    }
    wanted(free)
  }
}
