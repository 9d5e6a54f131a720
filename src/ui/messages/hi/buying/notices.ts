import type { notices as english } from '../../en/buying/notices.ts'
import type { Translation } from '../../messages.ts'

export const notices: Translation<typeof english> = {
  'notice.title': 'सूचनाएँ',
  'notice.failed': 'सूचनाएँ लोड नहीं हो सकीं। कृपया दोबारा कोशिश करें।',
  'notice.empty.title': 'अभी कोई सूचना नहीं',
  'notice.empty.text': 'आपके कॉन्सर्ट या टिकट में कुछ बदलने पर आप यहाँ पढ़ेंगे।',
  'notice.new': 'नई',
  'notice.unread': (p) => (p.n === 1 ? '1 नई सूचना' : `${p.n} नई सूचनाएँ`),
  'notice.all': 'सभी सूचनाएँ',
  'notice.shown': (p) => `${p.n} में से ${p.shown} सूचनाएँ दिखाई गई हैं`,
  'notice.ofTicket': 'इस टिकट के बारे में',
  'notice.toTicket': 'टिकट दिखाएँ',
  'notice.toConcert': 'कॉन्सर्ट दिखाएँ',
  'notice.before': (p) => `पहले: ${p.what}`,
  'notice.now': (p) => `अब: ${p.what}`,
  'notice.reason': (p) => `कारण: ${p.reason}`,
  'notice.cancelled': 'यह कॉन्सर्ट रद्द हो गया है',
  'notice.cancelled.owed': (p) => `आपको ${p.amount} वापस मिलेंगे। कहाँ भेजे जाएँ, यह "मेरे टिकट" में आपका टिकट बताता है।`,
  'notice.moved': 'नई तारीख़ या जगह',
  'notice.moved.valid': 'आपका टिकट मान्य रहेगा।',
  'notice.moved.refund': 'अगर नई तारीख़ आपके लिए ठीक नहीं है, तो आपका टिकट बताता है कि पैसे वापस कैसे मिलेंगे।',
  'notice.changed': 'इस कॉन्सर्ट का नाम बदल गया है',
  'notice.seats': 'आपकी सीटें बदल गई हैं',
  'notice.seats.of': (p) => `${p.category}, ${p.list}`,
  'notice.revoked': 'एक टिकट अब मान्य नहीं है',
  'notice.oldCode': 'दिए जा चुके टिकट का पुराना कोड गेट पर चला',
  'notice.oldCode.gave': (p) =>
    `${p.gate}, ${p.when}: आपके पुराने कोड से किसी को अंदर जाने दिया गया। आपके देने के बाद यह टिकट ${p.person ?? 'किसी और'} के पास है।`,
  'notice.oldCode.has': (p) =>
    `${p.gate}, ${p.when}: ${p.person ?? 'टिकट देने वाले'} के पुराने कोड से किसी को अंदर जाने दिया गया।`,
  'notice.oldCode.text': 'आयोजक दोनों नाम देखते हैं। अगर आप अंदर नहीं हैं, तो गेट पर यह दिखाएँ।',
  'notice.owed': (p) => `आपको ${p.amount} वापस मिलेंगे`,
  'notice.order': (p) => `ऑर्डर ${p.code}`,
  'notice.owed.where': 'कहाँ भेजे जाएँ, यह "मेरे टिकट" में बताएँ।',
  'notice.refunded': (p) => `${p.amount} आपको वापस भेज दिए गए हैं`,
  'notice.refunded.reference': (p) => `रेफ़रेंस: ${p.reference}`,
}
