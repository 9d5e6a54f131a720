import { useCallback, useEffect, useRef } from 'react'
import { sectionsOf, type SectionNames, type TicketCategory } from '#shop/catalogue/catalogue.ts'
import type { Refusal } from '#shop/seats/seat-choice.ts'
import { formatSeatsOneByOne, spokenSeat } from '#shop/seats/seat-names.ts'
import { announce } from '#ui/announce.tsx'
import { rupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import type { Zone } from './picker/use-hall-choice.ts'

/** Returns the names of all sections by code; null without a layout. */
export function namesOf(categories: readonly TicketCategory[]): SectionNames | null {
  const named = categories.flatMap((category) => Object.entries(sectionsOf(category) ?? {}))
  return named.length > 0 ? Object.fromEntries(named) : null
}

/** Says why the last press changed nothing; null when it did. */
export function refusalOf(zones: readonly Zone[], sections: SectionNames | null): string | null {
  const refused = zones.find(({ choice }) => choice.refusal)
  return refused ? wordsOf(refused.choice.refusal!, sections, refused.hall.inCart.size) : null
}

function wordsOf(refusal: Refusal, sections: SectionNames | null, inCart: number): string {
  switch (refusal.kind) {
    case 'limit':
      return t('seats.limit', { inCart })
    case 'limit-best':
      return t('seats.limit.best', { n: refusal.n, inCart })
    case 'sold':
      return t('seats.isSold', { name: spokenSeat(refusal.seat, sections) })
    case 'in-cart':
      return t('seats.isInCart', { name: spokenSeat(refusal.seat, sections) })
    case 'companion':
      return t('seats.companion', { name: spokenSeat(refusal.seat, sections) })
    case 'none-together':
      return t('seats.best.none', refusal)
  }
}

/** Announces each change once. Call the returned function when the next change is the customer's. */
export function useAnnouncements(zones: readonly Zone[], sections: SectionNames | null, sum: number) {
  const list = (seats: readonly string[]): string[] => formatSeatsOneByOne({ seats, sections })
  const before = useRef(zones)
  const byCustomer = useRef(false)
  useEffect(() => {
    const last = before.current
    before.current = zones
    const asked = byCustomer.current
    byCustomer.current = false
    const all = (of: readonly Zone[], what: 'selected' | 'lost') => of.flatMap(({ choice }) => choice[what])
    const was = all(last, 'lost')
    const newlyLost = all(zones, 'lost').filter((seat) => !was.includes(seat))
    const chosen = all(zones, 'selected')
    const refused = asked ? refusalOf(zones, sections) : null
    if (newlyLost.length > 0) {
      announce(
        [t('seats.lost', { names: list(newlyLost) }), chosen.length > 0 && t('seats.lost.rest')]
          .filter(Boolean)
          .join(' '),
      )
    } else if (refused) {
      announce(refused)
    } else if (asked && all(last, 'selected').join() !== chosen.join()) {
      announce(t('seats.selection', { names: list(chosen), total: rupees(sum) }))
    }
  })
  return useCallback((): void => {
    byCustomer.current = true
  }, [])
}
