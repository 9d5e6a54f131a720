import type { concert as english } from '../../en/shop/concert.ts'
import type { Translation } from '../../messages.ts'

export const concert: Translation<typeof english> = {
  'concert.facts': 'वेळा आणि नियम',
  'concert.ends': 'समाप्ती',
  'concert.age': 'वय',
  'concert.age.text': (p) => `${p.n} वर्षे किंवा जास्त`,
  'concert.sungIn': 'गाण्यांची भाषा',
  'concert.rules': 'येथील नियम',
}
