import type { orders as english } from '../en/orders.ts'
import type { Translation } from '../messages.ts'
import { tickets } from './count.ts'

export const orders: Translation<typeof english> = {
  'orders.title': 'ऑर्डर',
  'orders.failed': 'ऑर्डर लोड नहीं हो पाए। कृपया फिर से कोशिश करें।',
  'orders.empty.title': 'अभी कोई ऑर्डर नहीं',
  'orders.empty.text': 'सीटों का भुगतान शुरू करते ही ऑर्डर यहाँ दिखता है।',
  'orders.open': 'अभी बाक़ी',
  'orders.done': 'पूरे हुए',
  'orders.shown': (p) => `${p.n} में से ${p.shown} ऑर्डर दिख रहे हैं`,
  'orders.order': (p) => `ऑर्डर ${p.code}`,
  'orders.details': 'क़ीमत, रेफ़रेंस और स्क्रीनशॉट',
  'orders.seatsGone': (p) => `ऐसी श्रेणी के ${tickets(p.n)}, जो भुगतान पहुँचने तक बिक्री में नहीं रही`,
  'orders.ticketOf': (p) => `टिकट दिखाएँ: ${p.event}, ${p.category}`,
  'orders.sent': 'भेजी गई राशि',
  'orders.begun': 'शुरू किया',
  'orders.submitted': 'जमा किया',
  'orders.approved': 'स्वीकृत हुआ',
  'orders.rejected': 'अस्वीकृत हुआ',
  'orders.reference.none': 'अभी नहीं लिखा',
  'orders.picture': 'स्क्रीनशॉट',
  'orders.picture.none': 'अभी नहीं चुना',
  'orders.picture.here': 'इस डिवाइस पर',
  'orders.picture.page': 'सिर्फ़ इस पेज में: इसे खुला रखें',
  'orders.picture.gone': 'अब इस डिवाइस पर नहीं',
  'orders.picture.sending': 'भेजा जा रहा है',
  'orders.picture.sent': 'भेज दिया',
  'orders.picture.deleted': (p) => `फ़ैसले के ${p.days} दिन बाद मिटा दिया गया`,
}
