import type { orders as english } from '../en/orders.ts'
import type { Translation } from '../messages.ts'
import { plural } from './count.ts'

export const orders: Translation<typeof english> = {
  'orders.title': 'ऑर्डर्स',
  'orders.failed': 'ऑर्डर्स लोड होऊ शकल्या नाहीत. कृपया पुन्हा प्रयत्न करा.',
  'orders.empty.title': 'अजून एकही ऑर्डर नाही',
  'orders.empty.text': 'सीट्सचे पैसे भरायला सुरुवात करताच ऑर्डर इथे दिसते.',
  'orders.open': 'अजून बाकी',
  'orders.done': 'पूर्ण झालेल्या',
  'orders.shown': (p) => `${p.n} पैकी ${p.shown} ऑर्डर्स दिसत आहेत`,
  'orders.order': (p) => `ऑर्डर ${p.code}`,
  'orders.details': 'किंमत, रेफरन्स आणि स्क्रीनशॉट',
  'orders.seatsGone': (p) => `पेमेंट पोहोचेपर्यंत विक्रीतून गेलेल्या श्रेणीची ${plural(p.n, '1 तिकीट', `${p.n} तिकिटे`)}`,
  'orders.ticketOf': (p) => `तिकीट दाखवा: ${p.event}, ${p.category}`,
  'orders.sent': 'पाठवलेली रक्कम',
  'orders.begun': 'सुरुवात केली',
  'orders.submitted': 'सादर केली',
  'orders.approved': 'मंजूर झाली',
  'orders.rejected': 'नाकारली गेली',
  'orders.reference.none': 'अजून लिहिला नाही',
  'orders.picture': 'स्क्रीनशॉट',
  'orders.picture.none': 'अजून निवडला नाही',
  'orders.picture.here': 'या डिव्हाइसवर',
  'orders.picture.page': 'फक्त या पेजमध्ये: ते उघडे ठेवा',
  'orders.picture.gone': 'आता या डिव्हाइसवर नाही',
  'orders.picture.sending': 'पाठवला जात आहे',
  'orders.picture.sent': 'पाठवला',
  'orders.picture.deleted': (p) => `निर्णयानंतर ${plural(p.days, '1 दिवसाने', `${p.days} दिवसांनी`)} हटवला`,
}
