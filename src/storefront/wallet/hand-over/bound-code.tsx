import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState } from 'react'
import { formatDay, formatTime } from '#platform/time/ist.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { showHere } from '#shop/guests/hand-over.store.ts'
import { changingCode, type PassKey } from '#shop/tickets/passes/pass-key.store.ts'
import { QR_LEVEL, STEP_SECONDS, stepAt } from '#shop/tickets/passes/pass-code.ts'
import type { ShownCode } from '#shop/tickets/passes/passes.ts'
import { Button } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { Alert, Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/give.ts'
import { useShopNow } from '../../use-shop-now.ts'
import { giveFailureText } from './give-words.ts'
import { usePassKey } from './use-codes-here.ts'

/**
 * Shows a pass of a screen-only event: its changing code on the phone that has it, else how to get it there, and paper.
 */
export function BoundCode(props: BoundProps) {
  const { code, title, size } = props
  return (
    <>
      <div className="print:hidden">
        <OnScreen {...props} />
      </div>
      <div className="hidden print:block">
        {code.text === null ? (
          <p className="p-4">{t('bound.paper')}</p>
        ) : (
          <>
            <QRCodeSVG
              value={code.text}
              level={QR_LEVEL}
              boostLevel={false}
              marginSize={4}
              title={title}
              className={classes('h-auto w-full', size)}
            />
            <p className="px-4 pb-2">{t('bound.onPaper')}</p>
          </>
        )}
      </div>
    </>
  )
}

interface BoundProps {
  ticket: MyTicket
  code: ShownCode
  title: string
  size: string
}

function OnScreen({ ticket, code, title, size }: BoundProps) {
  const key = usePassKey()
  if (key === undefined) return <PassQr text={null} busy title={title} size={size} />
  if (key === null)
    return (
      <Note kind="warn" className="m-4">
        {t('bound.noKey')}
      </Note>
    )
  if (code.bound?.deviceKey === key.publicKey)
    return <Changing bound={code.bound} passKey={key} title={title} size={size} />
  return <Elsewhere ticket={ticket} code={code} />
}

/** Shows a pass's code on the screen; null keeps its place. `busy`: the code comes. */
export function PassQr({
  text,
  busy,
  title,
  size,
}: {
  text: string | null
  busy?: boolean
  title: string
  size: string
}) {
  if (text === null) return <div className={classes('mx-auto aspect-square w-full', size)} aria-busy={busy} />
  return (
    <QRCodeSVG
      value={text}
      level={QR_LEVEL}
      boostLevel={false}
      marginSize={4}
      title={title}
      bgColor="var(--qr-paper)"
      fgColor="var(--qr-ink)"
      className={classes('mx-auto block h-auto w-full', size)}
    />
  )
}

const TICK_MS = 500

function Changing({
  bound,
  passKey: key,
  title,
  size,
}: {
  bound: NonNullable<ShownCode['bound']>
  passKey: PassKey
  title: string
  size: string
}) {
  const now = useShopNow(TICK_MS)
  const step = stepAt(now)
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    let left = false
    void changingCode(bound.pass, key, step).then((made) => {
      if (!left) setText(made)
    })
    return () => {
      left = true
    }
  }, [bound, key, step])
  const seconds = STEP_SECONDS - Math.floor((now / 1000) % STEP_SECONDS)
  return (
    <>
      <PassQr text={text} busy title={title} size={size} />
      <div className="px-4 pb-2">
        <div className="h-1 overflow-hidden rounded-full bg-qr-ink/15" aria-hidden="true">
          <div className="h-full bg-qr-ink" style={{ width: `${(100 * seconds) / STEP_SECONDS}%` }} />
        </div>
        <p className="pt-1 text-2">{t('bound.changes', { seconds: STEP_SECONDS })}</p>
      </div>
    </>
  )
}

function Elsewhere({ ticket, code }: { ticket: MyTicket; code: ShownCode }) {
  const has = code.bound !== undefined
  const [again, setAgain] = useState(has)
  const { busy, failure, run } = useAction(() => showHere(ticket.id, code.number, again))
  const show = async (): Promise<void> => {
    const shown = await run()
    if (shown && !shown.ok && shown.failure.code === 'link_used') setAgain(true)
  }
  const since = failure?.code === 'link_used' && typeof failure.detail === 'string' ? failure.detail : null
  return (
    <div className="grid gap-3 p-4 text-center">
      <p>
        {since
          ? t('bound.elsewhereSince', { day: formatDay(since), time: formatTime(since) })
          : t(has || again ? 'bound.elsewhere' : 'bound.text')}
      </p>
      <Button kind="lit" wide busy={busy} busyLabel={t('bound.showing')} onClick={() => void show()}>
        {t(has || again ? 'bound.showAgain' : 'bound.show')}
      </Button>
      <Alert>
        {failure &&
          failure.code !== 'link_used' &&
          (failure.code === 'storage' ? t('bound.noKey') : giveFailureText(failure))}
      </Alert>
      <p className="text-2">{t('bound.changes', { seconds: STEP_SECONDS })}</p>
    </div>
  )
}
