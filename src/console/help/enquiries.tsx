import { useRef } from 'react'
import { listMessages, setMessageHandled, type StoredMessage } from '#shop/enquiries/enquiries-admin.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/controls/button.tsx'
import { paths, withQuery } from '#ui/paths.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { FailureNote } from '../kit/form/form-frame.tsx'
import { FilterChips, ListFilters, ListFrame, useRows } from '../kit/list/list-frame.tsx'
import type { ListState } from '../kit/list/list-state.ts'
import { TextLink } from '../kit/text-link.tsx'

const which = [
  { value: false, label: 'Waiting' },
  { value: true, label: 'Handled' },
]

export function Messages({ list, onChanged }: { list: ListState; onChanged: () => Promise<unknown> }) {
  const handled = list.get('show') === 'handled'
  const rows = useRows(list, {
    filter: handled ? 'handled' : 'waiting',
    message: 'Error loading messages',
    load: (query) => listMessages(query, handled),
  })
  const top = useRef<HTMLDivElement>(null)

  const changed = async () => {
    // The pressed button disappears with its message.
    top.current?.focus()
    await Promise.all([rows.reload(), onChanged()])
  }

  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <ListFilters list={list} label="Search name, e-mail, text or order">
        <FilterChips
          label="Which messages"
          choices={which}
          value={handled}
          onChoose={(chosen) => list.set({ show: chosen ? 'handled' : null })}
        />
      </ListFilters>
      <ListFrame
        list={list}
        rows={rows}
        noun={handled ? 'handled messages' : 'messages waiting'}
        empty={
          handled ? 'Messages marked as handled are kept here.' : 'What people write on the contact page appears here.'
        }
      >
        {(messages) => (
          <ul aria-label="Messages" className="mt-4 max-w-[760px]">
            {messages.map((message) => (
              <Message key={message.id} message={message} onChanged={changed} />
            ))}
          </ul>
        )}
      </ListFrame>
    </div>
  )
}

function Message({ message, onChanged }: { message: StoredMessage; onChanged: () => Promise<unknown> }) {
  const { handledAt, orderCode } = message
  const { busy, failure, run } = useAction(() => setMessageHandled(message.id, handledAt === null), {
    failed: 'Error updating message',
  })

  const mark = async () => {
    const result = await run()
    if (!result?.ok) return
    announce(handledAt === null ? 'Marked as handled' : 'Waiting again')
    void onChanged()
  }

  const subject = `Your message to us${orderCode ? `, order ${orderCode}` : ''}`
  return (
    <li className="grid gap-2 border-b border-rule py-4">
      <p className="flex flex-wrap items-baseline gap-x-3 wrap-anywhere">
        <span className="font-strong">{message.name}</span>
        <span className="text-2 text-muted">
          {message.topic}, {formatDayTime(message.createdAt)}
          {message.fromAccount ? ', signed in' : ''}
        </span>
      </p>
      <p className="max-w-[68ch] whitespace-pre-line wrap-anywhere">{message.message}</p>
      {handledAt ? <p className="text-1 text-muted">Handled {formatDayTime(handledAt)}</p> : null}
      <FailureNote failure={failure} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-2">
        <a
          className="link wrap-anywhere"
          href={`mailto:${encodeURIComponent(message.email)}?subject=${encodeURIComponent(subject)}`}
        >
          {message.email}
        </a>
        {orderCode ? (
          <TextLink to={withQuery(paths.adminPayments, { status: 'all', q: orderCode })}>Order {orderCode}</TextLink>
        ) : null}
        <Button
          kind="line"
          small
          busy={busy}
          busyLabel="Saving..."
          aria-label={`${handledAt ? 'Mark as waiting' : 'Mark as handled'}: ${message.name}`}
          onClick={mark}
        >
          {handledAt ? 'Mark as waiting' : 'Mark as handled'}
        </Button>
      </div>
    </li>
  )
}
