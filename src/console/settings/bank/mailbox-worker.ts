import { readMailbox, type MailboxNews } from './read-mailbox.ts'

declare const self: DedicatedWorkerGlobalScope

self.addEventListener('message', ({ data }: MessageEvent<{ file: Blob; account: string | null }>) => {
  const tell = (news: MailboxNews): void => self.postMessage(news)
  const none = { mails: 0, tooLong: 0, ofBanks: 0, wordings: [] }
  readMailbox(data.file, data.account, tell).then(
    (found) => tell({ done: 1, found, ...(found.mails === 0 && { failed: true }) }),
    () => tell({ done: 1, found: none, failed: true }),
  )
})
