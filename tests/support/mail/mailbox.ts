import { createServer, type AddressInfo, type Socket } from 'node:net'

interface Letter {
  /** Its Message-ID. */
  id: string
  to: string
  subject: string
  text: string
  files: { name: string; type: string; bytes: Buffer }[]
}

export interface Mailbox {
  port: number
  letters: Letter[]
  letterTo(address: string, wanted?: RegExp, timeoutMs?: number): Promise<Letter>
  /** While true every mail is refused as by a failing server. */
  refuse: boolean
  /** While true every mail is kept, and the connection ends before the answer. */
  vanish: boolean
  close(): Promise<void>
}

/** Decodes mail text (quoted-printable and base64, RFC 2045; RFC 2047). */
function decode(head: string, body: string): string {
  if (/^content-transfer-encoding: quoted-printable/im.test(head)) {
    const bytes = body
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString('utf8')
  }
  return /^content-transfer-encoding: base64/im.test(head) ? Buffer.from(body, 'base64').toString('utf8') : body
}

function readSubject(head: string): string {
  const folded = /^subject: (.*(?:\r?\n[ \t].*)*)/im.exec(head)?.[1] ?? ''
  return folded
    .replace(/\r?\n[ \t]/g, ' ')
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          ).toString('utf8'),
    )
}

function split(data: string): { head: string; body: string } {
  const end = /\r?\n\r?\n/.exec(data)
  const at = end?.index ?? data.length
  return { head: data.slice(0, at).replace(/\r?\n[ \t]+/g, ' '), body: data.slice(at + (end?.[0].length ?? 0)) }
}

function readLetter(to: string, data: string): Letter {
  const whole = split(data.replace(/^\.\./gm, '.'))
  const boundary = /^content-type: multipart\/[^\n]*boundary="?([^"\r\n;]+)/im.exec(whole.head)?.[1]
  const parts =
    boundary === undefined
      ? [whole]
      : whole.body
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((part) => split(part.replace(/^\r?\n/, '')))
  const [text, ...files] = parts
  return {
    id: /^message-id: *(\S+)/im.exec(whole.head)?.[1] ?? '',
    to,
    subject: readSubject(data.slice(0, /\r?\n\r?\n/.exec(data)?.index ?? data.length)),
    text: text ? decode(text.head, text.body).replaceAll('\r\n', '\n') : '',
    files: files.map(({ head, body }) => ({
      name: /filename="?([^";\r\n]+)/i.exec(head)?.[1] ?? '',
      type: /^content-type: ([^;\r\n]+)/im.exec(head)?.[1] ?? '',
      bytes: /^content-transfer-encoding: base64/im.test(head)
        ? Buffer.from(body, 'base64')
        : Buffer.from(decode(head, body)),
    })),
  }
}

export async function openMailbox(): Promise<Mailbox> {
  const letters: Letter[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let to = ''
    let data: string | null = null
    let rest = ''
    socket.write('220 test\r\n')
    socket.setEncoding('utf8').on('data', (text: string) => {
      rest += text
      for (;;) {
        const mark = data === null ? '\r\n' : '\r\n.\r\n'
        const at = rest.indexOf(mark)
        if (at < 0) return
        const part = rest.slice(0, at)
        rest = rest.slice(at + mark.length)
        if (data !== null) {
          letters.push(readLetter(to, part))
          data = null
          if (mailbox.vanish) socket.destroy()
          else socket.write('250 kept\r\n')
          continue
        }
        const verb = part.slice(0, 4).toUpperCase()
        if (verb === 'RCPT') to = /<([^>]*)>/.exec(part)?.[1] ?? ''
        if (verb === 'DATA' && !mailbox.refuse) data = ''
        if (verb === 'QUIT') socket.end('221 bye\r\n')
        else if (verb === 'DATA') socket.write(mailbox.refuse ? '451 in trouble\r\n' : '354 go on\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const mailbox: Mailbox = {
    port: (server.address() as AddressInfo).port,
    letters,
    refuse: false,
    vanish: false,
    async letterTo(address, wanted = /./, timeoutMs = 30_000) {
      const until = Date.now() + timeoutMs
      for (;;) {
        const found = letters.find((one) => one.to === address && (wanted.test(one.text) || wanted.test(one.subject)))
        if (found) return found
        if (Date.now() > until) throw new Error(`No such letter to ${address} among ${letters.length}.`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
  return mailbox
}
