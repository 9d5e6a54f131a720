import { isSameSecret } from '../auth/same-secret.ts'
import postgres from 'postgres'
import type { Sql } from '../database/database.ts'
import { sendDueMail, workAnnouncements } from './outgoing-mail.ts'
import { nameOfError } from '../log.ts'
import { openMailer, type Mailer } from './mailer.ts'
import bengali from '@fontsource-variable/anek-bangla/files/anek-bangla-bengali-wght-normal.woff2?inline'
import devanagari from '@fontsource-variable/anek-devanagari/files/anek-devanagari-devanagari-wght-normal.woff2?inline'
import gujarati from '@fontsource-variable/anek-gujarati/files/anek-gujarati-gujarati-wght-normal.woff2?inline'
import gurmukhi from '@fontsource-variable/anek-gurmukhi/files/anek-gurmukhi-gurmukhi-wght-normal.woff2?inline'
import kannada from '@fontsource-variable/anek-kannada/files/anek-kannada-kannada-wght-normal.woff2?inline'
import latinExt from '@fontsource-variable/anek-latin/files/anek-latin-latin-ext-wght-normal.woff2?inline'
import vietnamese from '@fontsource-variable/anek-latin/files/anek-latin-vietnamese-wght-normal.woff2?inline'
import malayalam from '@fontsource-variable/anek-malayalam/files/anek-malayalam-malayalam-wght-normal.woff2?inline'
import oriya from '@fontsource-variable/anek-odia/files/anek-odia-oriya-wght-normal.woff2?inline'
import tamil from '@fontsource-variable/anek-tamil/files/anek-tamil-tamil-wght-normal.woff2?inline'
import telugu from '@fontsource-variable/anek-telugu/files/anek-telugu-telugu-wght-normal.woff2?inline'
import arabic from '@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-500-normal.woff2?inline'
import latin from '../../src/ui/fonts/anek-latin.woff2?inline'
import rupee from '../../src/ui/fonts/anek-rupee.woff2?inline'
import { readMail, type MailSettings } from '../settings/settings.ts'

// Sends the mails of a hosted shop, as an edge function that is called every minute (docs/deploy.md).

/** A call has to end: the next one sends the rest. */
const MAX_BATCHES = 5
const MAX_ANNOUNCED_BATCHES = 50
/** Shorter secrets can be guessed. */
const MIN_SECRET_LENGTH = 24

/** As fontsOfShop(); the bundle has them in itself: an edge function has no folder of sources. */
const fontsInBundle = (): Uint8Array[] =>
  [
    ...[latin, rupee, latinExt, vietnamese, devanagari, bengali, gujarati, gurmukhi],
    ...[kannada, malayalam, oriya, tamil, telugu, arabic],
  ].map((url) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))

interface Opened {
  database: Pick<Sql, 'query'>
  mailer: Pick<Mailer, 'send'>
  close(): Promise<void>
}

async function openReally(url: string, mail: MailSettings): Promise<Opened> {
  const session = postgres(url, { max: 1, prepare: false, onnotice: () => {} })
  const mailer = openMailer(mail)
  const query = async <Row>(text: string, params: readonly unknown[] = []): Promise<Row[]> => [
    ...(await session.unsafe<Row[] & (object | undefined)[]>(text, [...params] as never[])),
  ]
  return {
    database: { query },
    mailer,
    close: async () => {
      await mailer.close()
      await session.end({ timeout: 5 })
    },
  }
}

const answer = (status: number, body: Record<string, unknown>): Response => Response.json(body, { status })

/** Sends due mails and answers with their number. Requires MAIL_CALL_SECRET; errors reveal no more than their kind. */
export async function answerMailCall(
  request: Request,
  env: Readonly<Record<string, string | undefined>>,
  open: (url: string, mail: MailSettings) => Promise<Opened> = openReally,
): Promise<Response> {
  if (request.method !== 'POST') return answer(405, { error: 'POST alone is answered.' })
  const secret = env['MAIL_CALL_SECRET'] ?? ''
  if (secret.length < MIN_SECRET_LENGTH) {
    return answer(500, { error: `MAIL_CALL_SECRET must have ${MIN_SECRET_LENGTH} characters or more.` })
  }
  if (!isSameSecret(request.headers.get('x-mail-call-secret') ?? '', secret))
    return answer(401, { error: 'Who is asking?' })
  const [url, address] = [env['SUPABASE_DB_URL'], env['PUBLIC_URL']?.replace(/\/+$/, '')]
  if (!url || !address) return answer(500, { error: 'SUPABASE_DB_URL and PUBLIC_URL must be set.' })
  let mail: MailSettings | null
  try {
    mail = readMail(env)
  } catch (error) {
    return answer(500, { error: (error as Error).message })
  }
  if (!mail) return answer(500, { error: 'SMTP_HOST and SMTP_FROM must be set.' })
  const opened = await open(url, mail)
  try {
    for (let batch = 0; batch < MAX_ANNOUNCED_BATCHES; batch += 1) {
      if (!(await workAnnouncements(opened.database))) break
    }
    let sent = 0
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const counts = await sendDueMail(opened.database, opened.mailer, address, fontsInBundle)
      sent += counts.sent
      if (counts.claimed === 0 || counts.sent === 0) break
    }
    return answer(200, { sent })
  } catch (error) {
    return answer(500, { error: `Mail could not be read (${nameOfError(error)}).` })
  } finally {
    await opened.close()
  }
}
