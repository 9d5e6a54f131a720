import { compile } from 'html-to-text'
import PostalMime from 'postal-mime'

/** What a raw mail says, before anything of it is believed. */
export interface RawMail {
  subject: string
  /** The texts to read, the one that mail programs show first. */
  texts: string[]
  /** Addresses of To, in lower case. */
  to: string[]
  /** The Date header; null when it cannot be read. */
  sent: Date | null
  /** How many headers of that name (lower case) the mail has. */
  count(name: string): number
  /** The values of the headers of that name (lower case). */
  values(name: string): string[]
}

const MAX_TEXT = 1_048_576
const cell = { leadingLineBreaks: 1, trailingLineBreaks: 1 }
const heading = { format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } }
const toText = compile({
  wordwrap: false,
  limits: { maxInputLength: MAX_TEXT, maxDepth: 200 },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    // Banks lay out with tables: each cell is words of its own.
    { selector: 'td', format: 'block', options: cell },
    { selector: 'th', format: 'block', options: cell },
    { selector: 'ul', options: { itemPrefix: '' } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, ...heading })),
  ],
})

/** Reads a raw mail of at most 1 MB; a mail inside the mail is not read. @throws when it is no mail */
export async function readRawMail(raw: Uint8Array): Promise<RawMail> {
  const mail = await PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    maxNestingDepth: 20,
    maxHeadersSize: 128 * 1024,
  })
  const shown = mail.html === undefined ? [] : [toText(mail.html)]
  const sent = new Date(mail.date ?? '')
  const of = (name: string) => mail.headers.filter(({ key }) => key === name)
  return {
    subject: mail.subject ?? '',
    texts: mail.text === undefined ? shown : [...shown, mail.text],
    to: (mail.to ?? []).flatMap(({ address }) => (address === undefined ? [] : [address.toLowerCase()])),
    sent: Number.isNaN(sent.getTime()) ? null : sent,
    count: (name) => of(name).length,
    values: (name) => of(name).map(({ value }) => value),
  }
}
