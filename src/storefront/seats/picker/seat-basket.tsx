import { type OrderPrice, priceOrder } from '#shop/prices/price.ts'
import { rupees, count, priceWords } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { useMemo, type ReactNode } from 'react'
import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import { formatSeatsOneByOne, spokenSeat } from '#shop/seats/seat-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { Chip, RemovableChip } from '#ui/controls/chip.tsx'
import { classes } from '#ui/controls/classes.ts'
import '#ui/messages/en/buying/waiting.ts'
import { Note } from '#ui/display/note.tsx'
import { terms } from '#ui/terms.ts'
import { alternatives, aloneBeside, mostTogether, wheelchairChoice } from '#shop/seats/seat-choice.ts'
import type { Chosen, Zone } from './use-hall-choice.ts'

/**
 * Says what a choice costs: 'Nothing to pay' for a free one; else '₹3,660 all in, with GST and convenience fee', naming
 * only what is charged.
 */
export const allInText = ({ total, gst, localTax, fee, feeGst }: OrderPrice): string =>
  total === 0
    ? t('seats.free')
    : t('seats.allIn', { amount: rupees(total), gst: gst + feeGst > 0, local: localTax > 0, charged: fee > 0 })

export interface SeatBasketProps {
  /** What is chosen in all of them is added at once. */
  zones: readonly Zone[]
  /** The zone whose seats are counted and offered. */
  shown: Zone
  chosen: readonly Chosen[]
  sections: SectionNames | null
  lostInCart: readonly string[]
  /** The choice replaces the seats of a cart line. */
  changing: boolean
  /** Of all that is chosen, in paise. */
  sum: number
  /** The event's, for its local tax. */
  state: string | null
  aside: ReactNode
  refusal: string | null
  /** To the waiting list, where so many are to be had no more. */
  onWait: ((seats: number) => void) | undefined
  onBest: (n: number) => void
  onRemove: (seat: string) => void
  onPutAway: (lost: string) => void
  onInstead: (lost: string, instead: string) => void
  onAdd: () => void
  children?: ReactNode
}

export function SeatBasket(props: SeatBasketProps) {
  const { zones, shown, chosen, sections, lostInCart, changing, sum, state, aside, refusal, onWait } = props
  const { onBest, onRemove, onPutAway, onInstead, onAdd } = props
  const { hall } = shown
  const said = (seat: string): string => spokenSeat(seat, sections)
  const list = (seats: readonly string[]): string[] => formatSeatsOneByOne({ seats, sections })
  const selected = zones.flatMap(({ choice }) => choice.selected)
  const lost = zones.flatMap(({ choice }) => choice.lost)
  const chips = list(selected)
  const total = hall.map.total
  const sold = Math.min(hall.taken.size, total)
  const offers = zones.flatMap((zone) => alternatives(zone.choice, zone.hall))
  const together = useMemo(() => mostTogether(hall), [hall])
  const alone = useMemo(() => zones.map((zone) => aloneBeside(zone.choice, zone.hall)).find(Boolean), [zones])
  const wheelchairs = zones.map(({ choice, hall: of }) => wheelchairChoice(choice, of))
  const nothing = chosen.length === 0
  return (
    <div className="seats-panel flex max-h-[58%] flex-none flex-col gap-1.5 overflow-y-auto border-t border-rule px-4 pt-1.5 pb-[calc(8px+env(safe-area-inset-bottom))] desk:max-h-none desk:w-[352px] desk:gap-4 desk:border-t-0 desk:border-l desk:px-6 desk:pt-5 desk:pb-6">
      {props.children}
      <div className="flex items-center justify-between gap-3">
        <p className="text-2 tabular-nums">
          {t('seats.counts.available')} <span className="font-strong">{count(total - sold)}</span>{' '}
          <span className="text-muted">|</span> {t('seats.counts.sold')}{' '}
          <span className="font-strong">{count(sold)}</span>
        </p>
        {aside}
      </div>
      {sold < total ? (
        <BestTogether most={together.most} chosen={shown.choice.selected.length} onBest={onBest} />
      ) : (
        <p className="text-2">{t('seats.soldOut')}</p>
      )}

      {refusal && <Note kind="warn">{refusal}</Note>}
      {together.sold && together.most <= MAX_CHIPS_IN_SIGHT && (
        <p className="text-1 text-muted">
          {together.most > 0 && `${t('seats.best.none', { n: together.most + 1, most: together.most })} `}
          {onWait && (
            <button type="button" className="link" onClick={() => onWait(together.most + 1)}>
              {t(together.most > 0 ? 'waiting.noneTogether' : 'waiting.join')}
            </button>
          )}
        </p>
      )}
      {wheelchairs.some(Boolean) && (
        <p role="status" className="text-1 text-muted">
          {t('seats.wheelchair')} {wheelchairs.includes('with-companion') && t('seats.wheelchair.companion')}
        </p>
      )}
      {alone && (
        <p role="status" className="text-1 text-muted">
          {t('seats.alone', { name: said(alone) })}
        </p>
      )}
      {lostInCart.length > 0 && <Note kind="bad">{t('seats.lost.cart', { names: list(lostInCart) })}</Note>}
      {lost.length > 0 && (
        <Note kind="bad" className="grid justify-items-start gap-1.5">
          <p>
            {t('seats.lost', { names: list(lost) })} {selected.length > 0 && t('seats.lost.rest')}
          </p>
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
            {offers.map(({ lost: gone, instead }) => (
              <div key={gone} className="flex items-center gap-1.5">
                <RemovableChip
                  label={said(gone)}
                  removeLabel={t('seats.lost.dismiss', { name: said(gone) })}
                  onRemove={() => onPutAway(gone)}
                />
                {instead === null ? (
                  <span className="text-muted">{t('seats.lost.none')}</span>
                ) : (
                  <Button
                    kind="line"
                    small
                    className="min-h-9!"
                    aria-label={t('seats.lost.insteadOf', { name: said(instead), lost: said(gone) })}
                    onClick={() => onInstead(gone, instead)}
                  >
                    {t('seats.lost.instead', { name: said(instead) })}
                  </Button>
                )}
              </div>
            ))}
          </div>
        </Note>
      )}

      {selected.length > 0 && (
        <ul
          aria-label={t('seats.chosen')}
          className="flex flex-none gap-2 max-desk:-mx-4 max-desk:-my-1 max-desk:overflow-x-auto max-desk:px-4 max-desk:py-1 desk:flex-wrap"
        >
          {selected.map((seat, index) => (
            <li key={seat} className="flex-none">
              <RemovableChip
                label={chips[index]!}
                removeLabel={t('common.remove', { name: said(seat) })}
                value={seat}
                onRemove={() => onRemove(seat)}
              />
            </li>
          ))}
        </ul>
      )}
      {/* On a phone the chosen seats replace the notes, so that the map keeps its size under the finger. */}
      <ul
        className={classes(
          "text-1 text-muted max-desk:[&>li]:inline max-desk:[&>li]:after:content-['._'] desk:border-t desk:border-rule desk:pt-3 desk:leading-5",
          selected.length + lost.length > 0 ? 'max-desk:hidden' : 'max-desk:min-h-9',
        )}
      >
        <li>{t('seats.note.maximum')}</li>
        <li>{t('seats.note.fixed')}</li>
        <li>{t('seats.note.id')}</li>
      </ul>
      <div className="desk:mt-auto">
        <Button
          kind="lit"
          wide
          disabled={nothing}
          value={
            nothing
              ? undefined
              : priceWords(
                  sum,
                  chosen.every(({ category }) => category.free),
                )
          }
          onClick={onAdd}
        >
          {addWords(
            selected.length,
            chosen.some(({ category }) => category.standing),
            changing,
          )}
        </Button>
        <p className="mt-1 text-1 text-muted tabular-nums">
          {nothing
            ? t('seats.nothing')
            : allInText(
                priceOrder(
                  chosen.map(({ category: { price, free }, seats }) => ({
                    unitPrice: price,
                    quantity: seats.length,
                    state,
                    free,
                  })),
                  terms(),
                ),
              )}
        </p>
      </div>
    </div>
  )
}

function addWords(seats: number, people: boolean, changing: boolean): string {
  if (people) return t('seats.standing.add')
  if (seats === 0) return t('seats.choose')
  return t(changing ? 'seats.save' : 'seats.add', { n: seats })
}

/** On a phone; a row of more fades, so that it is seen to go on. */
const MAX_CHIPS_IN_SIGHT = 5

function BestTogether({ most, chosen, onBest }: { most: number; chosen: number; onBest: (n: number) => void }) {
  if (most === 0) return null
  return (
    <div role="group" aria-label={t('seats.best')} className="flex items-center gap-x-3 gap-y-1.5 desk:grid">
      <span className="flex-none text-2 leading-5 font-strong" aria-hidden="true">
        <span className="desk:hidden">{t('seats.best.short')}</span>
        <span className="max-desk:hidden">{t('seats.best')}</span>
      </span>
      <div
        className={classes(
          'flex gap-2 max-desk:-my-1 max-desk:-mr-4 max-desk:overflow-x-auto max-desk:py-1 max-desk:pr-8 desk:flex-wrap',
          most > MAX_CHIPS_IN_SIGHT && 'max-desk:[mask-image:linear-gradient(to_right,black_85%,transparent)]',
        )}
      >
        {Array.from({ length: most }, (_, index) => index + 1).map((n) => (
          <Chip
            key={n}
            on={chosen === n}
            aria-label={t('seats.best.choose', { n })}
            className="min-w-9 flex-none justify-center tabular-nums"
            onClick={() => onBest(n)}
          >
            {n}
          </Chip>
        ))}
      </div>
    </div>
  )
}
