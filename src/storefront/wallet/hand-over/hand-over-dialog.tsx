import { useId, useState } from 'react'
import { formatDay, formatDayTime, formatTime } from '#platform/time/ist.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { handOver, type PassLink } from '#shop/guests/hand-over.store.ts'
import type { ShownCode } from '#shop/tickets/passes/passes.ts'
import { share } from '#ui/browser/share.ts'
import { Button, buttonClasses } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { Form } from '#ui/controls/form.tsx'
import { Alert } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/give.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { ScreenQr } from '#ui/screen-qr.tsx'
import { giveFailureText, seatWords } from './give-words.ts'

const MAX_NAME = 120

const linkOf = (secret: string): string => `${location.origin}${paths.ticketLink}#${secret}`

/** Makes the link of one pass and shows the ways to send it. What it shows cannot be shown again: only a new link can. */
export function HandOverDialog({
  ticket,
  code,
  name: first,
  onClose,
}: {
  ticket: MyTicket
  code: ShownCode
  name: string
  onClose: () => void
}) {
  const [name, setName] = useState(first)
  const [link, setLink] = useState<PassLink | null>(null)
  const { busy, failure, run } = useAction(() => handOver(ticket.id, code.number, name.trim()))
  const formId = useId()
  const seats = seatWords(ticket, code)
  const make = async (): Promise<void> => {
    const made = await run()
    if (made?.ok) setLink(made.value)
  }
  return (
    <Dialog
      open
      size="narrow"
      title={t('give.title')}
      subtitle={`${ticket.singer} · ${seats}`}
      onClose={busy ? () => undefined : onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          {link ? (
            <Button kind="line" onClick={onClose}>
              {t('give.done')}
            </Button>
          ) : (
            <>
              <Button kind="line" disabled={busy} onClick={onClose}>
                {t('common.cancel')}
              </Button>
              <Button kind="lit" type="submit" form={formId} busy={busy} busyLabel={t('give.making')}>
                {t('give.make')}
              </Button>
            </>
          )}
        </div>
      }
    >
      {link ? (
        <Ways ticket={ticket} seats={seats} link={link} />
      ) : (
        <Form id={formId} className="grid gap-4" onSend={make}>
          <p>{t('give.text')}</p>
          <TextField
            label={t('give.name')}
            hint={t('give.name.hint')}
            value={name}
            maxLength={MAX_NAME}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
            data-autofocus=""
          />
          <Alert>{failure && giveFailureText(failure)}</Alert>
        </Form>
      )}
    </Dialog>
  )
}

function Ways({ ticket, seats, link }: { ticket: MyTicket; seats: string; link: PassLink }) {
  const { singer, date } = ticket
  const url = linkOf(link.secret)
  const text = t('give.message', { singer, when: formatDayTime(date), seats, url })
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url)
      toast.success(t('give.copied'))
    } catch {
      toast.error(t('give.notCopied'))
    }
  }
  const pass = async (): Promise<void> => {
    const done = await share({ title: singer, text })
    if (done === 'copied') toast.success(t('give.copied'))
    if (done === 'failed') toast.error(t('give.notCopied'))
  }
  return (
    <div className="grid gap-4">
      <p className="font-strong" role="status">
        {t('give.ready')}
      </p>
      <ScreenQr value={url} title={t('give.qr')} className="mx-auto w-56 max-w-full border border-rule" />
      <p className="text-2 text-muted">
        {t('give.until', { day: formatDay(link.until), time: formatTime(link.until) })}
      </p>
      <div className="grid gap-3">
        <a
          className={buttonClasses({ kind: 'line', wide: true })}
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
        >
          {t('give.whatsapp')}
        </a>
        <Button kind="line" wide onClick={() => void pass()}>
          {t('give.share')}
        </Button>
        <Button kind="line" wide onClick={() => void copy()}>
          {t('give.copy')}
        </Button>
      </div>
    </div>
  )
}
