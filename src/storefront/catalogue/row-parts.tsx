import { saleState, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { formatDayNear, formatTime, formatDay } from '#platform/time/ist.ts'
import { t } from '#ui/messages/messages.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { terms } from '#ui/terms.ts'
import { useNavigate } from 'react-router-dom'
import { useIdentity } from '#account/session/identity.ts'
import type { LoginState } from '#account/form/account-form.ts'
import { Button, type ButtonProps } from '#ui/controls/button.tsx'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'

/** `quiet` renders nothing while the event is plainly on sale. A moved date is always said. */
export function SaleMark({ event, now, quiet = false }: { event: CatalogueEvent; now: number; quiet?: boolean }) {
  const state = saleState(event, now, terms().lowStockEvent)
  return (
    <span className="flex flex-wrap gap-x-4 empty:hidden">
      {state.kind === 'on-sale' && !quiet && <StateMark kind="ok">{t('catalogue.onSale')}</StateMark>}
      {state.kind === 'few' && <StateMark kind="warn">{t('catalogue.few', { n: state.left })}</StateMark>}
      {state.kind === 'sold-out' && <StateMark kind="off">{t('catalogue.soldOut')}</StateMark>}
      {state.kind === 'cancelled' && <StateMark kind="bad">{t('catalogue.cancelled')}</StateMark>}
      {state.kind === 'over' && <StateMark kind="off">{t('catalogue.over')}</StateMark>}
      {(state.kind === 'no-tickets' || state.kind === 'not-yet') && (
        <StateMark kind="off">{t('catalogue.noTickets')}</StateMark>
      )}
      {state.kind === 'before' && (
        <StateMark kind="info">
          {t('catalogue.before', { when: `${formatDayNear(state.at, now)}, ${formatTime(state.at)}` })}
        </StateMark>
      )}
      {state.kind === 'paused' && <StateMark kind="off">{t('catalogue.paused')}</StateMark>}
      {state.kind === 'ended' && <StateMark kind="off">{t('catalogue.over')}</StateMark>}
      {event.previousDate !== null && state.kind !== 'cancelled' && (
        <StateMark kind="info">{t('catalogue.moved', { day: formatDayNear(event.previousDate, now) })}</StateMark>
      )}
    </span>
  )
}

export function BookButton({
  event,
  ...look
}: { event: CatalogueEvent } & Pick<ButtonProps, 'kind' | 'small' | 'className'>) {
  const identity = useIdentity()
  const navigate = useNavigate()
  const book = async (): Promise<void> => {
    const place = paths.event(event.id)
    if (identity.status !== 'signed-out') return void navigate(place)
    toast.error(t('catalogue.signInToBook'))
    // Without this code (offline) signing in still works; it only does not return here.
    await import('#account/session/sign-in.ts')
      .then(({ rememberReturn }) => rememberReturn(place))
      .catch(() => undefined)
    await navigate(paths.login, { state: { reason: 'book' } satisfies LoginState })
  }
  return (
    <Button
      {...look}
      onClick={() => void book()}
      aria-label={t('catalogue.bookEvent', { name: event.singer.name, day: formatDay(event.date) })}
    >
      {t('catalogue.book')}
    </Button>
  )
}
