import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/gate/prepare.ts'

/** 'This device's clock is 12 min behind. …' `offset`: server time minus the device's, in ms. */
export const clockText = (offset: number): string =>
  t(offset > 0 ? 'prepare.page.clockBehind' : 'prepare.page.clockAhead', { amount: amountOf(Math.abs(offset) / 1000) })

/** Uses the larger unit from two of it: '119 s', '2 min', '47 h', '3 days'. */
function amountOf(seconds: number): string {
  if (seconds < 120) return t('prepare.page.seconds', { n: Math.round(seconds) })
  if (seconds < 2 * 3600) return t('prepare.page.minutes', { n: Math.round(seconds / 60) })
  if (seconds < 2 * 86_400) return t('prepare.page.hours', { n: Math.round(seconds / 3600) })
  return t('prepare.page.days', { n: Math.round(seconds / 86_400) })
}
