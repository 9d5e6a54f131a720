import type { notices as english } from '../../en/buying/notices.ts'
import type { Translation } from '../../messages.ts'

export const notices: Translation<typeof english> = {
  'notice.title': 'सूचना',
  'notice.failed': 'सूचना लोड करता आल्या नाहीत. कृपया पुन्हा प्रयत्न करा.',
  'notice.empty.title': 'अजून सूचना नाहीत',
  'notice.empty.text': 'तुमच्या कॉन्सर्टमध्ये किंवा तिकिटात काही बदलले तर ते येथे वाचता येईल.',
  'notice.new': 'नवीन',
  'notice.unread': (p) => (p.n === 1 ? '1 नवीन सूचना' : `${p.n} नवीन सूचना`),
  'notice.all': 'सर्व सूचना',
  'notice.shown': (p) => `${p.n} पैकी ${p.shown} सूचना दाखवल्या आहेत`,
  'notice.ofTicket': 'या तिकिटाविषयी',
  'notice.toTicket': 'तिकीट दाखवा',
  'notice.toConcert': 'कॉन्सर्ट दाखवा',
  'notice.before': (p) => `आधी: ${p.what}`,
  'notice.now': (p) => `आता: ${p.what}`,
  'notice.reason': (p) => `कारण: ${p.reason}`,
  'notice.cancelled': 'ही कॉन्सर्ट रद्द झाली आहे',
  'notice.cancelled.owed': (p) => `तुम्हाला ${p.amount} परत मिळतील. ते कुठे पाठवायचे ते "माझी तिकिटे" मधले तुमचे तिकीट सांगते.`,
  'notice.moved': 'नवीन तारीख किंवा ठिकाण',
  'notice.moved.valid': 'तुमचे तिकीट वैध राहील.',
  'notice.moved.refund': 'नवीन तारीख सोयीची नसेल तर पैसे परत कसे मिळतील ते तुमचे तिकीट सांगते.',
  'notice.changed': 'या कॉन्सर्टचे नाव बदलले आहे',
  'notice.seats': 'तुमच्या सीट्स बदलल्या आहेत',
  'notice.seats.of': (p) => `${p.category}, ${p.list}`,
  'notice.revoked': 'एक तिकीट आता वैध नाही',
  'notice.oldCode': 'दिलेल्या तिकिटाचा जुना कोड गेटवर चालला',
  'notice.oldCode.gave': (p) =>
    `${p.gate}, ${p.when}: तुमच्या जुन्या कोडने कोणाला तरी आत सोडले. तुम्ही दिल्यापासून हे तिकीट ${p.person ?? 'दुसऱ्या व्यक्ती'}कडे आहे.`,
  'notice.oldCode.has': (p) =>
    `${p.gate}, ${p.when}: ${p.person ?? 'तिकीट देणाऱ्या व्यक्ती'}च्या जुन्या कोडने कोणाला तरी आत सोडले.`,
  'notice.oldCode.text': 'आयोजकांना दोन्ही नावे दिसतात. तुम्ही आत नसाल तर गेटवर हे दाखवा.',
  'notice.owed': (p) => `तुम्हाला ${p.amount} परत मिळतील`,
  'notice.order': (p) => `ऑर्डर ${p.code}`,
  'notice.owed.where': 'ते कुठे पाठवायचे ते "माझी तिकिटे" मध्ये सांगा.',
  'notice.refunded': (p) => `${p.amount} तुम्हाला परत पाठवले आहेत`,
  'notice.refunded.reference': (p) => `रेफरन्स: ${p.reference}`,
}
