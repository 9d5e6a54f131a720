import type { concert as english } from '../../en/shop/concert.ts'
import type { Translation } from '../../messages.ts'

export const concert: Translation<typeof english> = {
  'concert.facts': 'समय और नियम',
  'concert.ends': 'समाप्ति',
  'concert.age': 'उम्र',
  'concert.age.text': (p) => `${p.n} साल या ज़्यादा`,
  'concert.sungIn': 'गीतों की भाषा',
  'concert.rules': 'यहाँ के नियम',
}
