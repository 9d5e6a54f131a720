import { useEffect, useRef, useState } from 'react'
import { bankMailTemplates } from '#shop/proofs/bank-mail-templates.ts'
import { bankName } from '#shop/proofs/banks.ts'
import type { MailboxFound, WordingFound } from '#shop/proofs/own-mailbox.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { count } from '#ui/format.ts'
import { copyText } from '../../kit/fact.tsx'
import { FileDrop } from '../../kit/file-drop.tsx'
import { counted } from '../../kit/words/counted.ts'
// oxlint-disable-next-line import/default -- With this query Vite returns the URL of the built worker.
import workerUrl from './mailbox-worker.ts?worker&url'
import type { MailboxNews } from './read-mailbox.ts'

/** One mail is a mailbox of one. */
const asMailbox = (mail: Blob): Blob => new Blob(['From - 00:00\n', mail])

/** Reads a mailbox in a worker and tells what is found; returns what ends it. */
function startReading(file: Blob, account: string | null, tell: (news: MailboxNews) => void): () => void {
  const worker = new Worker(workerUrl, { type: 'module', name: 'mailbox' })
  const none = { mails: 0, tooLong: 0, ofBanks: 0, wordings: [] }
  worker.addEventListener('message', ({ data }: MessageEvent<MailboxNews>) => tell(data))
  worker.addEventListener('error', () => tell({ done: 1, found: none, failed: true }))
  worker.postMessage({ file, account })
  return () => worker.terminate()
}

/** Makes a redacted sample of one mail at a press, on the device. */
export function MailSample({ mail }: { mail: Blob }) {
  const [news, setNews] = useState<MailboxNews | null>(null)
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  const make = () => {
    stop.current()
    stop.current = startReading(asMailbox(mail), null, setNews)
  }
  const sample = news?.found.wordings[0]?.newest?.sample
  return (
    <div className="mt-4">
      {sample !== undefined ? (
        <Sample text={sample} />
      ) : news?.done === 1 ? (
        <p role="status">There is no credit of a bank that the shop knows in it.</p>
      ) : (
        <Button kind="line" small onClick={make}>
          Make a redacted sample
        </Button>
      )}
    </div>
  )
}

/** Reads an export of one's own mailbox on the device and says what the shop would have seen. Sends nothing. */
export function TryMailbox({ account, confirmed }: { account: string | null; confirmed: readonly string[] }) {
  const [news, setNews] = useState<MailboxNews | null>(null)
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  const read = (file: File) => {
    stop.current()
    setNews({ done: 0, found: { mails: 0, tooLong: 0, ofBanks: 0, wordings: [] } })
    stop.current = startReading(/\.(?:eml|txt)$/i.test(file.name) ? asMailbox(file) : file, account, setNews)
  }
  const busy = news !== null && news.done < 1
  return (
    <>
      <p className="max-w-[68ch]">
        An export of your mailbox shows what the shop would have seen. It is read on this device alone: nothing is sent.
      </p>
      <FileDrop
        label="Mailbox, as .mbox, or one mail"
        hint="Google Takeout makes one of Gmail, or of one label of it. Choose it or drop it here."
        accept=".mbox,.mbx,.eml,.txt,application/mbox,message/rfc822"
        onChoose={read}
      />
      {news === null ? null : (
        <div className="mt-4">
          {news.failed ? (
            <Note kind="bad" role="alert">
              There is no mail in this file. Choose an export of a mailbox, as .mbox, or a mail, as .eml.
            </Note>
          ) : (
            <Note kind={busy ? 'info' : 'ok'} role="status">
              {busy ? `${Math.floor(news.done * 100)}% read: ` : null}
              {mailboxWords(news.found)}
            </Note>
          )}
          <ul aria-label="Wordings found" className="mt-4">
            {busy
              ? null
              : news.found.wordings.map((one) => (
                  <Found
                    key={`${one.bank} ${one.wording}`}
                    found={one}
                    isConfirmed={confirmed.includes(one.wording ?? '')}
                  />
                ))}
          </ul>
        </div>
      )}
    </>
  )
}

const sum = (wordings: readonly WordingFound[], of: (one: WordingFound) => number): number =>
  wordings.reduce((total, one) => total + of(one), 0)

/** Sums a mailbox up: '412 mails, 37 credits of HDFC Bank, 35 with amount and UTR, 12 with an order code.' */
export function mailboxWords({ mails, tooLong, ofBanks, wordings }: MailboxFound): string {
  const read = wordings.filter(({ wording }) => wording !== null)
  const banks = [...new Set(read.map(({ bank }) => bank))].map((bank) => {
    const of = read.filter((one) => one.bank === bank)
    return `${counted(
      sum(of, (one) => one.mails),
      'credit',
    )} of ${bankName(bank)}`
  })
  const unread = sum(wordings, (one) => (one.wording === null ? one.mails : 0))
  return `${[
    counted(mails, 'mail'),
    ...(read.length > 0 ? banks : [ofBanks > 0 ? 'no credit that can be read' : 'none of a bank that the shop knows']),
    ...(read.length > 0
      ? [
          `${count(sum(read, (one) => one.withUtr))} with amount and UTR`,
          `${count(sum(read, (one) => one.withCode))} with an order code`,
        ]
      : []),
    ...(unread > 0 ? [`${count(unread)} that look like credits and cannot be read`] : []),
    ...(tooLong > 0 ? [`${count(tooLong)} too long to be a bank’s`] : []),
  ].join(', ')}.`
}

/** Says what would have become of the credits of a wording. */
export function approvalWords(found: WordingFound, isConfirmed: boolean): string {
  if (found.wording === null)
    return 'None would have counted: send us the sample, so that the shop learns this wording.'
  const able = Math.min(found.withUtr, found.mails - found.unsigned - found.otherAccount)
  const without = [
    found.mails > found.withUtr ? `${count(found.mails - found.withUtr)} without a UTR` : null,
    found.unsigned > 0 ? `${count(found.unsigned)} without the bank’s signature` : null,
    found.otherAccount > 0 ? `${count(found.otherAccount)} about another account` : null,
  ].filter((one) => one !== null)
  const may = isConfirmed
    ? `Up to ${count(Math.max(0, able))} could have approved a payment`
    : `None would have approved a payment, since the wording is not ticked above; ${count(Math.max(0, able))} could once it is`
  return `${may}${without.length > 0 ? ` (${without.join(', ')})` : ''}. Signatures are not checked here: try one mail for that.`
}

function Found({ found, isConfirmed }: { found: WordingFound; isConfirmed: boolean }) {
  const name = bankMailTemplates.find(({ id }) => id === found.wording)?.name ?? `${bankName(found.bank)}, not known`
  const { newest } = found
  return (
    <li className="border-t border-rule py-3">
      <p className="font-strong">
        {name}: {counted(found.mails, 'mail')}
      </p>
      <p className="mt-1 max-w-[68ch] text-2">{approvalWords(found, isConfirmed)}</p>
      {newest ? (
        <details className="mt-2">
          <summary className="min-h-6 cursor-pointer text-2">Redacted sample of the newest</summary>
          <Sample text={newest.sample} />
        </details>
      ) : null}
    </li>
  )
}

function Sample({ text }: { text: string }) {
  return (
    <>
      <p className="mt-2 max-w-[68ch] text-2 text-muted">
        Names, ids, references, amounts and days are masked. Look through it before you send it to us.
      </p>
      <pre tabIndex={0} className="mt-2 max-h-72 overflow-auto bg-sunk p-3 text-1 whitespace-pre-wrap">
        {text}
      </pre>
      <Button kind="line" small className="mt-2" onClick={() => void copyText(text)}>
        Copy the sample
      </Button>
    </>
  )
}
