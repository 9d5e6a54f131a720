import { useRef, useState } from 'react'
import { useIdentity } from '#account/session/identity.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { leaveMessage } from '#shop/enquiries/enquiries.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmailField, FormSummary, SelectField, TextArea, TextField } from '#ui/controls/field.tsx'
import { Form } from '#ui/controls/form.tsx'
import { count } from '#ui/format.ts'
import { t, type MessageKey } from '#ui/messages/messages.ts'
import { Alert, Note } from '#ui/display/note.tsx'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { topics, type Topic } from './info-page.tsx'

/** Limits of the database. */
const MAX_MESSAGE_CHARACTERS = 4000
const MAX_NAME_CHARACTERS = 120
const MAX_EMAIL_CHARACTERS = 245

export interface ContactDraft {
  name: string
  email: string
  topic: string
  orderCode: string
  message: string
}

export type ContactField = 'name' | 'email' | 'orderCode' | 'message'

/** Tidies a typed code: 'mf 7k2q-x4md' → 'MF7K2QX4MD' */
export const tidyOrderCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

const EMAIL = /^[^@\s<>"]{1,64}@[^@\s<>"]{1,180}$/
/** MF and 8 Crockford characters. */
const ORDER_CODE = /^MF[0-9A-HJKMNP-TV-Z]{8}$/

export function mistakesIn(draft: ContactDraft): ContactField[] {
  const mistakes: ContactField[] = []
  if (draft.name.trim() === '') mistakes.push('name')
  if (!EMAIL.test(draft.email.trim())) mistakes.push('email')
  const code = tidyOrderCode(draft.orderCode)
  if (code !== '' && !ORDER_CODE.test(code)) mistakes.push('orderCode')
  if (draft.message.trim() === '') mistakes.push('message')
  return mistakes
}

const wording = {
  name: 'info.contact.need.name',
  email: 'info.contact.need.email',
  orderCode: 'info.contact.need.order',
  message: 'info.contact.need.message',
} as const satisfies Record<ContactField, MessageKey>

function wordFailure({ code }: Failure): string {
  return t(code === 'too_many' || code === 'rate_limited' ? 'info.contact.tooMany' : 'info.contact.failed')
}

const focusOn = (node: HTMLElement | null): void => node?.focus()

/** The message keeps its id until it has arrived, so that a retry never sends it twice. */
export function ContactForm({ topic, orderCode }: { topic: Topic; orderCode: string }) {
  const identity = useIdentity()
  const person = identity.status === 'signed-in' ? identity : null
  const [draft, setDraft] = useState<ContactDraft>({ name: '', email: '', topic, orderCode, message: '' })
  const [mistakes, setMistakes] = useState<ContactField[]>([])
  const [sentTo, setSentTo] = useState<{ email: string; kept: boolean } | null>(null)
  const sending = useAction(leaveMessage)
  const id = useRef(newUuid())

  // The account's name and address, until something else is typed.
  const filled: ContactDraft = {
    ...draft,
    name: draft.name || (person?.name ?? ''),
    email: draft.email || (person?.email ?? ''),
  }
  const change = (patch: Partial<ContactDraft>): void => setDraft((was) => ({ ...was, ...patch }))
  const errorOf = (field: ContactField): string | undefined =>
    mistakes.includes(field) && mistakesIn(filled).includes(field) ? t(wording[field]) : undefined
  const field = (name: ContactField) => ({
    id: `contact-${name}`,
    value: filled[name],
    error: errorOf(name),
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })

  const send = async (): Promise<void> => {
    const found = mistakesIn(filled)
    setMistakes(found)
    if (found.length > 0) return
    sending.forget()
    const answer = await sending.run({
      ...filled,
      id: id.current,
      name: filled.name.trim(),
      email: filled.email.trim(),
      orderCode: tidyOrderCode(filled.orderCode),
      message: filled.message.trim(),
    })
    if (!answer?.ok) return
    id.current = newUuid()
    const kept = answer.value === 'kept'
    setSentTo({ email: filled.email.trim(), kept })
    toast.success(t(kept ? 'info.contact.kept' : 'info.contact.sent'))
  }

  if (sentTo !== null)
    return (
      <div ref={focusOn} tabIndex={-1} className="grid justify-items-start gap-4 outline-none">
        {sentTo.kept ? (
          <Note kind="info">
            <b className="font-strong">{t('info.contact.kept')}</b> {t('info.contact.kept.text')}
          </Note>
        ) : (
          <Note kind="ok">
            <b className="font-strong">{t('info.contact.sent')}</b>{' '}
            {t('info.contact.sent.text', { email: sentTo.email })}
          </Note>
        )}
        <Button
          kind="line"
          small
          onClick={() => {
            setDraft({ name: '', email: '', topic, orderCode: '', message: '' })
            setSentTo(null)
          }}
        >
          {t('info.contact.another')}
        </Button>
      </div>
    )
  return (
    <Form className="grid max-w-[480px] gap-4" busy={sending.busy} onSend={send}>
      <FormSummary
        errors={mistakes
          .filter((field) => errorOf(field) !== undefined)
          .map((field) => ({ field: `contact-${field}`, message: t(wording[field]) }))}
      />
      <TextField
        {...field('name')}
        label={t('info.contact.name')}
        autoComplete="name"
        maxLength={MAX_NAME_CHARACTERS}
      />
      <EmailField {...field('email')} label={t('info.contact.mail')} maxLength={MAX_EMAIL_CHARACTERS} />
      <SelectField
        label={t('info.contact.topic')}
        value={filled.topic}
        onChange={(event) => change({ topic: event.target.value })}
      >
        {topics.map((one) => (
          <option key={one} value={one}>
            {t(`info.topic.${one}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        {...field('orderCode')}
        label={t('info.contact.order')}
        hint={t('info.contact.order.hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TextArea
        {...field('message')}
        rows={6}
        label={t('info.contact.message')}
        hint={t('info.contact.message.hint', { left: count(MAX_MESSAGE_CHARACTERS - filled.message.length) })}
        maxLength={MAX_MESSAGE_CHARACTERS}
      />
      <Alert>{sending.failure && wordFailure(sending.failure)}</Alert>
      <Button kind="lit" wide type="submit" arrow busy={sending.busy} busyLabel={t('info.contact.sending')}>
        {t('info.contact.send')}
      </Button>
    </Form>
  )
}
