import type { waiting as english } from '../../en/buying/waiting.ts'
import { plural, seats as seatCount } from '../count.ts'
import type { Translation } from '../../messages.ts'

const seats = (n: number, standing: boolean): string => (standing ? `${n} ${plural(n, 'जागा', 'जागा')}` : seatCount(n))

export const waiting: Translation<typeof english> = {
  'waiting.join': 'वेटिंग लिस्टमध्ये सामील व्हा',
  'waiting.joinOf': (p) => `वेटिंग लिस्टमध्ये सामील व्हा, ${p.category}`,
  'waiting.noneTogether': 'शेजारी-शेजारी सीट्सची वाट पाहा',
  'waiting.title': (p) => `वेटिंग लिस्ट: ${p.category}`,
  'waiting.text':
    'सीट्स रिकाम्या झाल्यावर त्या आम्ही लिस्टमधल्या सर्वात पुढच्या, तितक्याच हव्या असलेल्या व्यक्तीला देतो. तुम्हाला संदेश येतो आणि पैसे भरायला थोडा वेळ मिळतो. वाट पाहण्याचे पैसे लागत नाहीत, पण सीट्स रिकाम्या होतीलच असे नाही.',
  'waiting.people': 'किती सीट्स?',
  'waiting.places': 'किती जागा?',
  'waiting.most': (p) => `1 ते ${p.n}.`,
  'waiting.fewer': 'एक कमी',
  'waiting.more': 'एक आणखी',
  'waiting.together': 'शेजारी-शेजारी, नाहीतर नको',
  'waiting.together.hint': 'हे नसेल तर वेगवेगळ्या ठिकाणच्या सीट्सही मिळू शकतात.',
  'waiting.joining': 'सामील करत आहे...',
  'waiting.account': 'लिस्टसाठी खाते लागते: संदेश त्यातूनच तुमच्यापर्यंत येतो.',
  'waiting.network': 'सामील होण्यासाठी इंटरनेट लागते: तुमचा नंबर सर्व्हर देतो.',
  'waiting.done': 'झाले',

  'waiting.wish': (p) =>
    `तुम्ही ${seats(p.n, p.standing)} मिळण्याची वाट पाहत आहात${p.together && !p.standing && p.n > 1 ? ', शेजारी-शेजारी' : ''}.`,
  'waiting.before': (p) =>
    p.n === 0 ? 'लिस्टमध्ये तुम्ही सर्वात पुढे आहात.' : p.n === 1 ? 'तुमच्या आधी 1 व्यक्ती आहे.' : `तुमच्या आधी ${p.n} लोक आहेत.`,
  'waiting.leave': 'लिस्ट सोडा',
  'waiting.leave.question': 'वेटिंग लिस्ट सोडायची?',
  'waiting.leave.text': 'तुमचा नंबर जाईल. पुन्हा सामील झाल्यास तुम्ही शेवटी असाल.',
  'waiting.leave.stay': 'लिस्टमध्ये राहा',
  'waiting.leaving': 'सोडत आहे...',
  'waiting.left': 'तुम्ही आता वेटिंग लिस्टमध्ये नाही.',

  'waiting.offer': (p) => `तुमच्यासाठी ${seats(p.n, p.standing)}`,
  'waiting.offer.until': (p) => `${p.when} पर्यंत तुमच्यासाठी राखीव. ${p.minutes} मिनिटे बाकी.`,
  'waiting.offer.price': (p) => `सर्व मिळून ${p.amount}.`,
  'waiting.offer.take': (p) => (p.n === 1 ? 'सीट घ्या' : 'सीट्स घ्या'),
  'waiting.offer.taking': 'उघडत आहे...',
  'waiting.offer.no': 'नको',
  'waiting.offer.no.question': 'या सीट्स सोडायच्या?',
  'waiting.offer.no.text': 'सीट्स पुढच्या व्यक्तीला मिळतील, आणि तुम्ही लिस्टमध्ये राहणार नाही.',
  'waiting.offer.no.keep': 'माझ्याकडे ठेवा',
  'waiting.offer.no.sending': 'सोडत आहे...',
  'waiting.offer.no.done': 'सीट्स सोडल्या. कळवल्याबद्दल धन्यवाद.',
  'waiting.offer.over': 'या सीट्स घेण्याची वेळ संपली.',
  'waiting.offer.submitted': 'या सीट्ससाठी तुमच्या पेमेंटची तपासणी सुरू आहे.',
  'waiting.offer.follow': 'पाहा',
  'waiting.offer.unknown': 'ही कॉन्सर्ट अजून या डिव्हाइसवर नाही. इंटरनेट सुरू करून पुन्हा प्रयत्न करा.',
  'waiting.over.lapsed': (p) =>
    `${seats(p.n, p.standing)} मिळत होत्या, पण पैसे वेळेत भरले नाहीत. तुम्ही पुन्हा लिस्टमध्ये सामील होऊ शकता.`,
  'waiting.over.rejected': (p) => `${seats(p.n, p.standing)} साठीचे पेमेंट मंजूर झाले नाही. तुम्ही पुन्हा लिस्टमध्ये सामील होऊ शकता.`,
  'waiting.again': 'पुन्हा सामील व्हा',
  'waiting.mine': 'वेटिंग लिस्ट',

  'waiting.failed.offline': 'सर्व्हरकडून उत्तर आले नाही. यासाठी इंटरनेट लागते: इंटरनेट आल्यावर पुन्हा प्रयत्न करा.',
  'waiting.failed.free': 'अशा सीट्स आत्ता रिकाम्या आहेत: तुम्ही त्या लगेच बुक करू शकता.',
  'waiting.failed.closed': 'ही कॉन्सर्ट आत्ता विकली जात नाही, त्यामुळे वेटिंग लिस्ट नाही.',
  'waiting.failed.many': 'तुम्ही खूप वेटिंग लिस्टमध्ये आहात. आधी एक सोडा.',
  'waiting.failed.hour': 'तुम्ही खूप वेळा वेटिंग लिस्टमध्ये सामील झाला आहात. एका तासाने पुन्हा प्रयत्न करा.',
  'waiting.failed.other': 'तुम्ही या श्रेणीच्या दुसऱ्या सीट्सची वाट आधीच पाहत आहात. आधी ती लिस्ट सोडा.',
  'waiting.failed.submitted': 'तुमच्या पेमेंटची तपासणी सुरू आहे, त्यामुळे हे आत्ता बदलता येत नाही.',
  'waiting.failed.turn': 'या कॉन्सर्टसाठी क्यू आहे: तुमची पाळी आल्यावर तुम्ही वेटिंग लिस्टमध्ये सामील होऊ शकता.',
  'waiting.failed.signIn': 'पुन्हा साइन इन करा, आणि परत प्रयत्न करा.',
  'waiting.failed': 'ते झाले नाही. पुन्हा प्रयत्न करा.',

  'waiting.hold.until': (p) => `${p.time} पर्यंत तुमच्यासाठी`,
  'waiting.hold.over': 'या सीट्स घेण्याची वेळ संपली.',
  'waiting.hold.offline': 'इंटरनेट नाही, त्यामुळे सीट्स अजून तुमच्यासाठी आहेत का हे कळले नाही.',
  'waiting.refused.title': 'या सीट्स घेण्याची वेळ संपली',
  'waiting.refused.text': (p) =>
    `सीट्स लिस्टमधल्या पुढच्या व्यक्तीला मिळाल्या. तुम्ही ऑर्डर ${p.code} चे पैसे भरले असतील तर रेफरन्स पाठवा: पैसे हरवलेले नाहीत.`,
  'waiting.refused.tickets': 'माझी तिकिटे पाहा',
}
