import type { suggestions as english } from '../../en/app/suggestions.ts'
import type { Translation } from '../../messages.ts'

export const suggestions: Translation<typeof english> = {
  'app.search.artists': 'कलाकार',
  'app.search.cities': 'शहर',
  'app.search.venues': 'जगहें',
  'app.search.genres': 'शैलियाँ',
  'app.search.none': (p) => `“${p.text}” के लिए कुछ नहीं मिला`,
  'app.search.found': (p) => `${p.n} सुझाव`,
  'app.search.count': (p) => `${p.n} कॉन्सर्ट`,
}
