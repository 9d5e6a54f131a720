import type { event as english } from '../../en/shop/event.ts'
import type { Translation } from '../../messages.ts'
import { plural } from '../count.ts'
import { terms } from '../../../terms.ts'
import { includedParts } from '../price-words.ts'

export const event: Translation<typeof english> = {
  'event.notFound': 'इवेंट नहीं मिला',
  'event.notFound.text': 'यह कॉन्सर्ट सूची में नहीं है, या हो चुका है।',
  'event.failed': 'इवेंट की जानकारी लोड नहीं हो पाई',
  'event.away': 'यह कॉन्सर्ट अभी इस डिवाइस पर नहीं है। इसे देखने के लिए इंटरनेट चाहिए।',
  'event.breadcrumb': 'आप यहाँ हैं',
  'event.date': 'तारीख़',
  'event.starts': 'शुरू',
  'event.doors': (p) => `दरवाज़े ${p.time}`,
  'event.venue': 'जगह',
  'event.tickets': 'टिकट',
  'event.viewLayout': 'सीटों का नक़्शा देखें',
  'event.chooseNumber': 'संख्या चुनें',
  'event.chooseNumberOf': (p) => `संख्या चुनें, ${p.category}`,
  'event.standing': 'स्टैंडिंग, सीट नंबर नहीं',
  'event.places': (p) => `${p.n} ${plural(Number(p.n), 'जगह', 'जगहें')} उपलब्ध`,
  'event.chooseSeats': 'सीटें चुनें',
  'event.chooseSeatsOf': (p) => `सीटें चुनें, ${p.category}`,
  'event.available': (p) => `${p.n} ${plural(Number(p.n), 'सीट', 'सीटें')} उपलब्ध`,
  'event.few': (p) => (p.n === 1 ? 'सिर्फ़ 1 टिकट बचा है!' : `सिर्फ़ ${p.n} टिकट बचे हैं!`),
  'event.soldOut': 'सब बिक गए',
  'event.cancelled': 'यह कॉन्सर्ट रद्द हो गया है।',
  'event.cancelled.reason': (p) => `वजह: ${p.reason}`,
  'event.cancelled.text': 'इसके टिकट अब नहीं बिक रहे। अगर आपके पास इसके टिकट हैं, तो “मेरे टिकट” में रिफ़ंड माँग सकते हैं।',
  'event.moved': (p) => `तारीख़ बदल गई है। पहले ${p.day} थी।`,
  'event.moved.text': 'पहली तारीख़ के लिए ख़रीदे गए टिकट मान्य रहेंगे।',
  'event.over': 'इस इवेंट की बिक्री बंद हो चुकी है।',
  'event.noTickets': 'इस कॉन्सर्ट के टिकटों की बिक्री अभी शुरू नहीं हुई है।',
  'event.added': 'कार्ट में जुड़ गया!',
  'event.directions': (p) => `${p.venue} का रास्ता`,
  'event.calendar': 'कैलेंडर में जोड़ें',
  'event.share': 'शेयर करें',
  'event.linkCopied': 'लिंक कॉपी हो गया!',
  'event.linkNotCopied': 'लिंक कॉपी नहीं हो पाया। उसे एड्रेस बार से कॉपी करें।',
  'event.shareText': (p) => `${p.singer}, ${p.venue}, ${p.city}, ${p.when}`,
  'event.info': 'ज़रूरी जानकारी',
  'event.info.arrive': 'पहुँचें',
  'event.info.arrive.text': '60 मिनट पहले।',
  'event.info.bring': 'साथ लाएँ',
  'event.info.bring.text': 'मान्य पहचान पत्र, और इस फ़ोन पर अपना टिकट। वह बिना इंटरनेट खुलता है।',
  'event.info.bring.onePhone':
    'मान्य पहचान पत्र, और वह फ़ोन जिस पर आपका टिकट है। हर टिकट एक ही फ़ोन पर चलता है: घर से निकलने से पहले उसे वहाँ एक बार इंटरनेट के साथ खोलें।',
  'event.info.seats': 'सीटें',
  'event.info.seats.text': () =>
    `एक बुकिंग में ज़्यादा से ज़्यादा ${terms().seatsPerLine} सीटें। बुकिंग के बाद सीटें बदली नहीं जा सकतीं।`,
  'event.info.refunds': 'रिफ़ंड',
  'event.info.refunds.text':
    'अगर आयोजक कॉन्सर्ट रद्द करे या तारीख़ बदले, तो 7–10 कामकाजी दिनों में। लौटाए हुए टिकट के लिए, जब वह फिर बिक जाए।',

  'event.prices': () =>
    `“सब मिलाकर” वह राशि है जो आप एक टिकट के लिए देंगे${includedParts() && `: ${includedParts()} समेत`}। बाद में कुछ नहीं जुड़ता।`,
  'event.ratingSample': (p) => `नमूना रेटिंग ${p.rating}, ${p.reviews} समीक्षाओं से`,
  'event.genre.Rock': 'रॉक',
  'event.genre.Pop': 'पॉप',
  'event.genre.Classical': 'शास्त्रीय',
  'event.genre.Jazz': 'जैज़',
  'event.genre.Folk': 'लोक संगीत',
  'event.genre.Electronic': 'इलेक्ट्रॉनिक',
}
