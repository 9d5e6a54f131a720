import { useState } from 'react'
import { deleteCode, pauseCode, updateCode, type CodeRow as Code } from '#shop/codes/codes-admin.api.ts'
import { exactRupees } from '#ui/format.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { Cell } from '#ui/display/table.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { CODE_QUERY, paths, withQuery } from '#ui/paths.ts'
import { HistoryDialog } from '../history/history-list.tsx'
import { copyText } from '../kit/fact.tsx'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { ActionsCell, RowActions, useRowForm, type RowAction } from '../kit/list/row-actions.tsx'
import { whyFailed } from '../kit/why-failed.ts'
import { typedOfCode } from './code-draft.ts'
import { CodeForm } from './code-form.tsx'
import { eventText, givesText, stateOfCode, usesText, windowText, type CodeState } from './code-words.ts'
import { counted } from '../kit/words/counted.ts'

const states: Readonly<Record<CodeState, { kind: 'ok' | 'warn' | 'off'; label: string }>> = {
  valid: { kind: 'ok', label: 'Valid' },
  paused: { kind: 'warn', label: 'Paused' },
  before: { kind: 'off', label: 'Not yet' },
  ended: { kind: 'off', label: 'Ended' },
  'used up': { kind: 'off', label: 'Used up' },
}

/** Shows a code in the list. `now` in ms. */
export function CodeRow({ code, now, onChanged }: { code: Code; now: number; onChanged: () => Promise<unknown> }) {
  const [editing, setEditing] = useState(false)
  const [open, setOpen] = useState<'delete' | 'history' | null>(null)
  const { row, endForm } = useRowForm(() => setEditing(false), onChanged)
  const pausing = useAction(() => pauseCode(code, code.pausedAt ? null : new Date(now).toISOString()), {
    done: code.pausedAt ? 'The code is valid again' : 'Code paused. Orders at checkout keep it.',
    failed: whyFailed,
  })

  if (editing)
    return (
      <tr>
        <Cell colSpan={5} className="py-4!">
          <CodeForm
            first={typedOfCode(code)}
            stored
            name={`Edit code ${code.code}`}
            event={code.event && { ...code.event, name: `${code.event.singerName}, ${code.event.city}` }}
            save={(_, facts) => updateCode(code, facts)}
            onDone={endForm}
          />
        </Cell>
      </tr>
    )

  const copyLink = (eventId: string): Promise<void> =>
    copyText(
      location.origin + withQuery(paths.event(eventId), { [CODE_QUERY]: code.code }),
      'Link copied',
      'This browser does not let the page copy.',
    )
  const { eventId } = code
  const actions: RowAction[] = [
    { label: 'Edit', onChoose: () => setEditing(true), opensForm: true },
    {
      label: code.pausedAt ? 'Resume' : 'Pause',
      onChoose: () => void pausing.run().then((result) => (result?.ok ? onChanged() : undefined)),
    },
    ...(eventId ? [{ label: 'Copy link', onChoose: () => void copyLink(eventId) }] : []),
    { label: 'History', onChoose: () => setOpen('history') },
    { label: 'Delete', onChoose: () => setOpen('delete'), grave: true },
  ]
  const window = windowText(code)
  const { kind, label } = states[stateOfCode(code, now)]

  return (
    <tr ref={row}>
      <Cell>
        <span className="block font-strong wrap-anywhere">{code.code}</span>
        <StateMark kind={kind}>{label}</StateMark>
        {code.note ? <span className="block text-1 wrap-anywhere text-muted">{code.note}</span> : null}
        <span className="block text-1 text-muted desk:hidden">{eventText(code)}</span>
        {window ? <span className="block text-1 text-muted desk:hidden">{window}</span> : null}
        <RowActions actions={actions} name={code.code} className="mt-1 flex! desk:hidden!" />
      </Cell>
      <Cell className="min-w-[96px]">
        {givesText(code)}
        {code.categoryIds ? (
          <span className="block text-1 text-muted">
            {code.categoryIds.length === 1
              ? 'One ticket category'
              : counted(code.categoryIds.length, 'ticket category', 'ticket categories')}
          </span>
        ) : null}
      </Cell>
      <Cell deskOnly>
        {eventText(code)}
        {window ? <span className="block text-1 text-muted">{window}</span> : null}
      </Cell>
      <Cell number>
        {usesText(code)}
        {code.given > 0 ? <span className="block text-1 text-muted">{exactRupees(code.given)} off</span> : null}
      </Cell>
      <ActionsCell actions={actions} name={code.code}>
        {open === 'delete' ? (
          <DeleteDialog
            noun="code"
            remove={() => deleteCode(code.id)}
            onClose={() => setOpen(null)}
            onDeleted={onChanged}
          >
            <p>{code.code} can no longer be used. A code that an order has used stays: pause it instead.</p>
          </DeleteDialog>
        ) : null}
        {open === 'history' ? (
          <HistoryDialog
            name={code.code}
            of={[{ noun: 'discount_codes', ids: [code.id] }]}
            onClose={() => setOpen(null)}
          />
        ) : null}
      </ActionsCell>
    </tr>
  )
}
