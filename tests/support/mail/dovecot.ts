import { spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'

/** Debian's path. */
const PROGRAM = '/usr/sbin/dovecot'
export const DOVECOT_PACKAGE = 'dovecot-imapd'

export const hasDovecot = (): boolean => existsSync(PROGRAM)

export interface MailServer {
  port: number
  user: string
  password: string
  /** Puts a raw mail into the inbox, as a delivery would. */
  append(raw: Buffer): Promise<void>
  /** The flags of every mail in the inbox. */
  flags(): Promise<string[][]>
  /** Ends the server; start() opens the same mailbox again, on the same port. */
  stop(): Promise<void>
  start(): Promise<void>
  dispose(): Promise<void>
}

/** Dovecot serves no mail of root: as root it runs as nobody. */
const NOBODY = { uid: 65_534, gid: 65_534, user: 'nobody', group: 'nogroup' }

/** Starts Debian's Dovecot with its own folder, port and account, in the foreground. */
export async function openDovecot(): Promise<MailServer> {
  const folder = mkdtempSync(join(tmpdir(), 'mehfil-mail-'))
  const me = process.getuid?.() === 0 ? NOBODY : { ...ids(), user: process.env.USER ?? '', group: String(ids().gid) }
  const port = await freePort()
  const [user, password] = ['shop', 'a password of the mailbox']
  for (const name of ['run', 'state', 'mail', 'home']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'passwd'), `${user}:{PLAIN}${password}\n`)
  writeFileSync(join(folder, 'dovecot.conf'), configuration(folder, port, me))
  for (const name of ['', 'run', 'state', 'mail', 'home', 'passwd', 'dovecot.conf']) {
    chownSync(join(folder, name), me.uid, me.gid)
  }
  let server: ChildProcess | null = null
  const start = async (): Promise<void> => {
    server = spawn(PROGRAM, ['-F', '-c', join(folder, 'dovecot.conf')], {
      stdio: 'ignore',
      ...(process.getuid?.() === 0 && { uid: me.uid, gid: me.gid }),
    })
    await untilListening(port)
  }
  const stop = async (): Promise<void> => {
    const ending = server
    server = null
    if (!ending || ending.exitCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGTERM')
    await ended
  }
  const inbox = async <T>(use: (client: ImapFlow) => Promise<T>): Promise<T> => {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      secure: false,
      auth: { user, pass: password },
      logger: false,
    })
    await client.connect()
    try {
      return await use(client)
    } finally {
      await client.logout()
    }
  }
  await start()
  return {
    port,
    user,
    password,
    append: (raw) => inbox(async (client) => void (await client.append('INBOX', raw))),
    flags: () =>
      inbox(async (client) => {
        await client.mailboxOpen('INBOX', { readOnly: true })
        const found: string[][] = []
        for await (const { flags } of client.fetch('1:*', { flags: true })) found.push([...(flags ?? [])].sort())
        return found
      }),
    stop,
    start,
    async dispose() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const ids = (): { uid: number; gid: number } => ({ uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 })

const configuration = (folder: string, port: number, me: { uid: number; gid: number; user: string; group: string }) => `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/state/log
ssl = no
disable_plaintext_auth = no
default_internal_user = ${me.user}
default_internal_group = ${me.group}
default_login_user = ${me.user}
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${folder}/mail/%u
passdb {
  driver = passwd-file
  args = ${folder}/passwd
}
userdb {
  driver = static
  args = uid=${me.uid} gid=${me.gid} home=${folder}/home/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise<void>((resolve) => void probe.close(() => resolve()))
  return port
}

const PATIENCE_MS = 30_000

async function untilListening(port: number): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; ;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    if (Date.now() > until) throw new Error('Dovecot did not start.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
