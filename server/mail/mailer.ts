import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { log, nameOfError } from '../log.ts'
import type { MailSettings } from '../settings/settings.ts'

export interface MailFile {
  filename: string
  content: Buffer | string
  contentType: string
}

export interface Mail {
  to: string
  subject: string
  text: string
  /** The same for each attempt, so that a mail program can drop a second copy. */
  messageId?: string
  files?: MailFile[]
}

export interface Mailer {
  /** Sends in the background with retries; returns at once and never throws. */
  post(mail: Mail): void
  /** Sends now. @throws when the mail server refuses */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** Waits in ms between attempts; after the last one the mail is dropped and logged. */
const RETRY_AFTER_MS = [2_000, 20_000, 120_000]
const TIMEOUT_MS = 20_000

/** Sends through the SMTP server of the settings; with a login, only encrypted. */
export function openMailer(settings: MailSettings): Mailer {
  const transport = createTransport({
    host: settings.host,
    port: settings.port,
    secure: settings.secure,
    requireTLS: settings.user !== null && !settings.secure,
    ...(settings.user !== null && { auth: { user: settings.user, pass: settings.password ?? '' } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  const domain = /@([^@>]+)>?$/.exec(settings.from)?.[1] ?? settings.host
  const waiting = new Set<NodeJS.Timeout>()
  const underway = new Set<Promise<void>>()
  let closed = false
  const send = async (mail: Mail): Promise<void> => {
    await transport.sendMail({
      from: settings.from,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      ...(mail.messageId && { messageId: mail.messageId }),
      ...(mail.files?.length && { attachments: mail.files }),
    })
  }
  const attempt = async (mail: Mail, round: number): Promise<void> => {
    try {
      await send(mail)
    } catch (error) {
      const wait = RETRY_AFTER_MS[round]
      if (wait === undefined || closed) {
        log.warn(`A mail could not be sent and was given up: ${nameOfError(error)}.`)
        return
      }
      const timer = setTimeout(() => {
        waiting.delete(timer)
        start(mail, round + 1)
      }, wait)
      waiting.add(timer)
    }
  }
  function start(mail: Mail, round: number): void {
    const task = attempt(mail, round).finally(() => underway.delete(task))
    underway.add(task)
  }
  return {
    post: (mail) => start({ messageId: `<${randomUUID()}@${domain}>`, ...mail }, 0),
    send,
    close: async () => {
      closed = true
      for (const timer of waiting) clearTimeout(timer)
      await Promise.allSettled(underway)
      transport.close()
    },
  }
}
