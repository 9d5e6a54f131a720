import { allInPrice } from '#shop/prices/rates.ts'
import { classes } from '../controls/classes.ts'
import { priceWords, rupees } from '../format.ts'
import { t } from '../messages/messages.ts'
import { terms } from '../terms.ts'

const small = 'block text-1 leading-4 font-text text-muted'

const allInWords = (paise: number, state: string | null | undefined): string =>
  t('common.allIn', { amount: rupees(allInPrice(paise, terms(), state)) })

export function Price({
  paise,
  free = false,
  paidFrom,
  state,
  from = false,
  big = false,
  className,
}: {
  paise: number
  /** Shown as a word, without a fee. */
  free?: boolean | undefined
  /** The lowest price of other tickets, named beside free ones. */
  paidFrom?: number | undefined
  /** The event's, for its local tax. */
  state?: string | null | undefined
  from?: boolean
  big?: boolean
  className?: string
}) {
  // Languages put 'from' on either side of the amount.
  const [before, after] = from && !free ? t('common.from', { amount: '|' }).split('|') : []
  return (
    <span className={classes('inline-block font-strong tabular-nums desk:whitespace-nowrap', className)}>
      <span className={big ? 'text-4' : undefined}>
        {before && <span className="text-1 font-text text-muted">{before}</span>}
        {priceWords(paise, free)}
        {after && <span className="text-1 font-text text-muted">{after}</span>}
      </span>
      {!free && <span className={small}>{allInWords(paise, state)}</span>}
      {free && paidFrom !== undefined && (
        <span className={small}>{t('common.othersFrom', { amount: allInWords(paidFrom, state) })}</span>
      )}
    </span>
  )
}
