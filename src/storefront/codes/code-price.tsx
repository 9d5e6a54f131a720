import type { Paise } from '#shop/prices/money.ts'
import { exactRupees, rupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/codes.ts'

const money = (paise: Paise): string => (paise % 100 === 0 ? rupees(paise) : exactRupees(paise))

/** Shows the price of a seat with a code, beside the full one. */
export function CodePrice({ code, full, now }: { code: string; full: Paise; now: Paise }) {
  return (
    <p className="text-2 tabular-nums">
      <span className="wrap-anywhere">{t('code.with', { code })}</span>{' '}
      <s className="text-muted">
        <span className="sr-only">{t('code.insteadOf')} </span>
        {money(full)}
      </s>{' '}
      <b className="font-strong">{t('code.each', { amount: money(now) })}</b>
    </p>
  )
}
