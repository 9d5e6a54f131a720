import type { sale as english } from '../../en/shop/sale.ts'
import type { Translation } from '../../messages.ts'

export const sale: Translation<typeof english> = {
  'sale.from': (p) => `टिकट ${p.when} से`,
  'sale.from.text': 'बिक्री इसी पेज पर, उसी समय अपने आप शुरू होगी।',
  'sale.remind': 'याद दिलाएँ',
  'sale.remind.link': 'Google कैलेंडर में जोड़ें',
  'sale.remind.title': (p) => `टिकट: ${p.singer}, ${p.city}`,
  'sale.remind.note': (p) => `बिक्री ${p.when} (भारतीय समय) पर शुरू होगी।`,
  'sale.paused': 'बिक्री अभी थोड़ी देर के लिए बंद है',
  'sale.paused.text': 'अभी नए टिकट नहीं बिक रहे। चेकआउट में जो सीटें आपके लिए रखी हैं, उनका भुगतान आप कर सकते हैं।',
  'sale.notYet': 'टिकटों की बिक्री अभी शुरू नहीं हुई है।',
  'sale.ended': 'टिकटों की बिक्री बंद हो चुकी है।',
  'sale.ended.category': 'बिक्री बंद',
  'sale.phase.until': (p) => `${p.name}: ${p.when} तक`,
  'sale.phase.left': (p) => `इस दाम पर ${p.n} बाकी`,
  'sale.phase.after': (p) => `इसके बाद ${p.amount}`,

  'preview.title': 'झलक',
  'preview.note': 'यह कॉन्सर्ट अभी सूची में नहीं है। इसे सिर्फ़ वे देखते हैं, जिनके पास यह लिंक है। यहाँ कुछ ख़रीदा नहीं जा सकता।',
  'preview.gone': 'इस लिंक पर अब कोई कॉन्सर्ट नहीं है',
  'preview.gone.text': 'हो सकता है कि कॉन्सर्ट अब सूची में हो, या लिंक बंद हो चुका हो। आयोजक से पूछें।',
}
