import { formatTime } from '#platform/time/ist.ts'
import { countdown } from '#ui/format.ts'
import { classes } from '#ui/controls/classes.ts'
import { t } from '#ui/messages/messages.ts'
import { terms } from '#ui/terms.ts'
import '#ui/messages/en/buying/waiting.ts'
import type { OrderHold } from './use-hold.ts'

/**
 * Shows the time of a hold, never red, never flashing. Once `begun`, holding again is for customers who have not paid:
 * the amount may change. Of a `free` order nothing is paid; what was `offered` ends with its offer.
 */
export function HoldStrip({
  hold,
  begun,
  free,
  offered,
}: {
  hold: OrderHold
  begun: boolean
  free: boolean
  offered: boolean
}) {
  const { state } = hold
  if (state.kind === 'refused') return null
  return (
    <div className="bg-accent-soft text-2">
      <div className="wrap flex flex-wrap items-center gap-x-6 gap-y-0.5 pt-2.5 pb-2">
        {state.kind === 'held' && (
          <>
            <span>
              <Until
                words={offered ? 'waiting.hold.until' : 'checkout.hold.until'}
                time={formatTime(state.expiresAt)}
              />
            </span>
            <span role="timer" aria-live="off" className="flex items-center gap-2 tabular-nums">
              <b
                className={classes(
                  'font-head',
                  !offered && '-my-1.5 grid size-12 flex-none place-items-center rounded-full pt-px text-1',
                )}
                style={offered ? undefined : { backgroundImage: ringOf(state) }}
              >
                {countdown(state.left)}
              </b>{' '}
              {t('checkout.hold.left', { left: '' }).trim()}
            </span>
            {!state.extended && terms().extensionMinutes > 0 && (
              <StripButton onClick={hold.extend} disabled={hold.extending}>
                {hold.extending ? t('checkout.hold.extending') : t('checkout.hold.extend')}
              </StripButton>
            )}
          </>
        )}
        {state.kind === 'holding' && <span role="status">{t('checkout.hold.holding')}</span>}
        {state.kind === 'over' && (
          <>
            <span>
              <b className="font-head">{t(offered ? 'waiting.hold.over' : 'checkout.hold.over')}</b>{' '}
              {!free && t('checkout.hold.over.text')}
            </span>
            {!offered && (
              <StripButton onClick={hold.hold}>
                {t(begun ? 'checkout.hold.again.unpaid' : 'checkout.hold.again')}
              </StripButton>
            )}
          </>
        )}
        {state.kind === 'offline' && (
          <>
            <span role="status">
              <b className="font-head">{t(offered ? 'waiting.hold.offline' : 'checkout.hold.offline')}</b>{' '}
              {t(free ? 'checkout.free.offline' : 'checkout.hold.offline.text')}
            </span>
            <StripButton onClick={hold.hold}>{t('checkout.retry')}</StripButton>
          </>
        )}
      </div>
    </div>
  )
}

/**
 * Draws what is left of a hold as a ring that empties, once a second: timers do not move. Not of an offer, which lasts an
 * hour or more.
 */
export function ringOf({ left, extended }: { left: number; extended: boolean }): string {
  const { holdMinutes, extensionMinutes } = terms()
  const whole = (holdMinutes + (extended ? extensionMinutes : 0)) * 60_000
  const turn = Math.min(1, left / whole).toFixed(3)
  return `radial-gradient(closest-side, var(--accent-soft) 88%, #0000 90%), conic-gradient(var(--accent-text) ${turn}turn, var(--rule) 0)`
}

function Until({ words, time }: { words: 'checkout.hold.until' | 'waiting.hold.until'; time: string }) {
  const [before, after] = t(words, { time: '\u0000' }).split('\u0000')
  return (
    <>
      {before}
      <b className="font-head tabular-nums">{time}</b>
      {after}
    </>
  )
}

function StripButton({ onClick, disabled, children }: { onClick: () => void; disabled?: boolean; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      disabled={disabled}
      className="link relative after:absolute after:-inset-x-1 after:-inset-y-3 disabled:cursor-progress desk:ml-auto"
    >
      {children}
    </button>
  )
}
