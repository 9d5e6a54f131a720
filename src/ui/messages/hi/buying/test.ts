import type { test as english } from '../../en/buying/test.ts'
import type { Translation } from '../../messages.ts'

export const test: Translation<typeof english> = {
  'test.word': 'टेस्ट',
  'test.offer': 'टेस्ट ख़रीद: गिनी नहीं जाती, पैसे नहीं लगते',
  'test.order': 'यह टेस्ट ख़रीद है: यह गिनी नहीं जाती और पैसे नहीं लगते। मंज़ूरी के एक घंटे बाद इसकी सीटें फिर ख़ाली हो जाती हैं।',
  'test.doNotPay': 'भुगतान न करें। कोई भी 12 अंक लिखें और कोई भी तस्वीर चुनें।',
  'test.ticket': 'टेस्ट ख़रीद का टिकट: इससे कोई अंदर नहीं जा सकता।',
  'test.failed': 'यह नहीं हो सका। फिर से कोशिश करें।',
}
