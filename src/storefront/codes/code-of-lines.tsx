import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { OpenedCode } from '#shop/codes/code.ts'
import { applyCode } from '#shop/codes/codes.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { announce } from '#ui/announce.tsx'
import { t } from '#ui/messages/messages.ts'
import { CODE_QUERY } from '#ui/paths.ts'
import { CodeForm } from './code-form.tsx'
import '#ui/messages/en/buying/codes.ts'

/** Shows the code of the cart or an order, or the field for one. `needed`: some tickets are sold only with it. */
export function CodeOfLines({
  code,
  events,
  typedAt,
}: {
  code: { code: OpenedCode; needed: boolean } | null
  events: readonly string[]
  typedAt: string
}) {
  const typed = useSearchParams()[0].get(CODE_QUERY) ?? ''
  const [open, setOpen] = useState(typed !== '')
  const [misfit, setMisfit] = useState(false)
  if (code)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-3 py-2">
        <StateMark kind="ok">{t('code.applied', { code: code.code.code })}</StateMark>
        {!code.needed && (
          <Button
            kind="bare"
            small
            aria-label={t('code.removeOf', { code: code.code.code })}
            onClick={() => {
              setMisfit(false)
              setOpen(false)
              void applyCode(null).then(() => announce(t('code.removed')))
            }}
          >
            {t('code.remove')}
          </Button>
        )}
      </div>
    )
  return (
    <div className="pb-1">
      {!open && (
        <Button kind="bare" small aria-expanded={false} onClick={() => setOpen(true)}>
          {t('code.have')}
        </Button>
      )}
      {open && (
        <CodeForm
          events={[...new Set(events)]}
          typedAt={typedAt}
          first={typed}
          onOpened={() => {
            setMisfit(true)
            announce(t('code.opened'))
          }}
        />
      )}
      <div role="status">{misfit && <p className="text-2 text-muted">{t('code.notForThese')}</p>}</div>
    </div>
  )
}
