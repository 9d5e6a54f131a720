import type { event as english } from '../../en/shop/event.ts'
import type { Translation } from '../../messages.ts'
import { plural, tickets } from '../count.ts'
import { terms } from '../../../terms.ts'
import { includedParts } from '../price-words.ts'

export const event: Translation<typeof english> = {
  'event.notFound': 'इव्हेंट सापडला नाही',
  'event.notFound.text': 'ही कॉन्सर्ट यादीत नाही, किंवा होऊन गेली आहे.',
  'event.failed': 'इव्हेंटची माहिती लोड होऊ शकली नाही',
  'event.away': 'ही कॉन्सर्ट अजून या डिव्हाइसवर नाही. ती पाहण्यासाठी इंटरनेट हवे.',
  'event.breadcrumb': 'तुम्ही इथे आहात',
  'event.date': 'तारीख',
  'event.starts': 'सुरुवात',
  'event.doors': (p) => `दरवाजे ${p.time}`,
  'event.venue': 'ठिकाण',
  'event.tickets': 'तिकिटे',
  'event.viewLayout': 'सीट्सचा नकाशा पहा',
  'event.chooseNumber': 'संख्या निवडा',
  'event.chooseNumberOf': (p) => `संख्या निवडा, ${p.category}`,
  'event.standing': 'स्टँडिंग, सीट नंबर नाही',
  'event.places': (p) => `${p.n} जागा उपलब्ध`,
  'event.chooseSeats': 'सीट्स निवडा',
  'event.chooseSeatsOf': (p) => `सीट्स निवडा, ${p.category}`,
  'event.available': (p) => `${p.n} ${plural(Number(p.n), 'सीट', 'सीट्स')} उपलब्ध`,
  'event.few': (p) => `फक्त ${tickets(p.n)} शिल्लक!`,
  'event.soldOut': 'सर्व विकली गेली',
  'event.cancelled': 'ही कॉन्सर्ट रद्द झाली आहे.',
  'event.cancelled.reason': (p) => `कारण: ${p.reason}`,
  'event.cancelled.text': 'तिची तिकिटे आता विकली जात नाहीत. तुमच्याकडे तिची तिकिटे असतील तर “माझी तिकिटे” मध्ये रिफंड मागू शकता.',
  'event.moved': (p) => `तारीख बदलली आहे. आधी ती ${p.day} होती.`,
  'event.moved.text': 'आधीच्या तारखेसाठी घेतलेली तिकिटे वैध राहतील.',
  'event.over': 'या इव्हेंटची विक्री बंद झाली आहे.',
  'event.noTickets': 'या कॉन्सर्टच्या तिकिटांची विक्री अजून सुरू झालेली नाही.',
  'event.added': 'कार्टमध्ये आले!',
  'event.directions': (p) => `${p.venue} कडे जाण्याचा रस्ता`,
  'event.calendar': 'कॅलेंडरमध्ये जोडा',
  'event.share': 'शेअर करा',
  'event.linkCopied': 'लिंक कॉपी झाली!',
  'event.linkNotCopied': 'लिंक कॉपी होऊ शकली नाही. ती अ‍ॅड्रेस बारमधून कॉपी करा.',
  'event.shareText': (p) => `${p.singer}, ${p.venue}, ${p.city}, ${p.when}`,
  'event.info': 'महत्त्वाची माहिती',
  'event.info.arrive': 'पोहोचा',
  'event.info.arrive.text': '60 मिनिटे आधी.',
  'event.info.bring': 'सोबत आणा',
  'event.info.bring.text': 'वैध ओळखपत्र, आणि या फोनवर तुमचे तिकीट. ते इंटरनेटशिवाय उघडते.',
  'event.info.bring.onePhone':
    'वैध ओळखपत्र, आणि ज्यावर तुमचे तिकीट आहे तो फोन. प्रत्येक तिकीट एकाच फोनवर चालते: घरातून निघण्याआधी ते तिथे एकदा इंटरनेट असताना उघडा.',
  'event.info.seats': 'सीट्स',
  'event.info.seats.text': () => `एका बुकिंगमध्ये जास्तीत जास्त ${terms().seatsPerLine} सीट्स. बुकिंगनंतर सीट्स बदलता येत नाहीत.`,
  'event.info.refunds': 'रिफंड',
  'event.info.refunds.text':
    'आयोजकांनी कॉन्सर्ट रद्द केल्यास किंवा तारीख बदलल्यास 7–10 कामकाजाच्या दिवसांत. परत दिलेल्या तिकिटासाठी, ते पुन्हा विकले गेल्यावर.',

  'event.prices': () =>
    `“सर्व मिळून” म्हणजे एका तिकिटासाठी तुम्ही द्याल ती रक्कम${includedParts() && `: ${includedParts()}`}. नंतर काहीही वाढत नाही.`,
  'event.ratingSample': (p) => `नमुना रेटिंग ${p.rating}, ${p.reviews} परीक्षणांवरून`,
  'event.genre.Rock': 'रॉक',
  'event.genre.Pop': 'पॉप',
  'event.genre.Classical': 'शास्त्रीय',
  'event.genre.Jazz': 'जॅझ',
  'event.genre.Folk': 'लोकसंगीत',
  'event.genre.Electronic': 'इलेक्ट्रॉनिक',
}
