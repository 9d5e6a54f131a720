import type { suggestions as english } from '../../en/app/suggestions.ts'
import type { Translation } from '../../messages.ts'

export const suggestions: Translation<typeof english> = {
  'app.search.artists': 'कलाकार',
  'app.search.cities': 'शहरे',
  'app.search.venues': 'ठिकाणे',
  'app.search.genres': 'प्रकार',
  'app.search.none': (p) => `“${p.text}” साठी काही सापडले नाही`,
  'app.search.found': (p) => `${p.n} सूचना`,
  'app.search.count': (p) => `${p.n} कॉन्सर्ट`,
}
