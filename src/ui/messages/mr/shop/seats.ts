import { listed as listedParts } from '../../price-parts.ts'
import type { seats as english } from '../../en/shop/seats.ts'
import type { Translation } from '../../messages.ts'
import { seats as seatCount, plural } from '../count.ts'
import { terms } from '../../../terms.ts'

const stateWords = {
  available: 'उपलब्ध',
  selected: 'निवडलेली',
  'in-cart': 'तुमच्या कार्टमध्ये',
  sold: 'विकलेली',
  lost: 'आत्ताच गेली',
  blocked: 'विक्रीसाठी नाही',
} as const

/** 'F5', 'F5 आणि F6', 'F5, F6 आणि F7' */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} आणि ${names.at(-1)}`

export const seats: Translation<typeof english> = {
  'seats.perTicket': (p) => `${p.category} · ${p.price} प्रति तिकीट`,
  'seats.category': 'तिकीट श्रेणी',
  'seats.zone': (p) => `${p.price} ${p.category} · ${p.left === 0 ? 'सर्व विकल्या गेल्या' : `${p.count} शिल्लक`}`,
  'seats.note.maximum': () => `एका बुकिंगमध्ये जास्तीत जास्त ${terms().seatsPerLine} सीट्स`,
  'seats.note.fixed': 'बुकिंगनंतर सीट्स बदलता येत नाहीत',
  'seats.note.id': 'प्रवेशासाठी वैध ओळखपत्र आवश्यक',
  'seats.stage': 'मंच',

  'seats.legend.available': 'उपलब्ध',
  'seats.legend.selected': 'निवडलेली',
  'seats.legend.sold': 'विकलेली',
  'seats.legend.inCart': 'तुमच्या कार्टमध्ये',
  'seats.legend.lost': 'आत्ताच गेली',
  'seats.legend.wheelchair': 'व्हीलचेअरची जागा',
  'seats.legend.companion': 'व्हीलचेअर, सोबती',
  'seats.legend.blocked': 'विक्रीसाठी नाही',

  'seats.counts.available': 'उपलब्ध सीट्स:',
  'seats.counts.sold': 'विकलेल्या:',
  'seats.add': (p) => `${seatCount(p.n)} कार्टमध्ये टाका`,
  'seats.choose': 'सीट्स निवडा',
  'seats.save': (p) => (p.n === 1 ? 'हीच सीट ठेवा' : `या ${seatCount(p.n)} ठेवा`),
  'seats.leftOut': (p) => `एका बुकिंगमध्ये एका श्रेणीच्या जास्तीत जास्त ${terms().seatsPerLine} सीट्स. न घेतलेल्या: ${p.seats}`,
  // 'With' is part of the last word: शुल्कासह.
  'seats.allIn': (p) => {
    const parts = [p.gst && 'GST', p.local && 'राज्याचा कर', p.charged && 'सुविधा शुल्कासह']
    const said = listedParts(
      parts.filter((part) => part !== false),
      'आणि',
    )
    return `सर्व मिळून ${p.amount}${said && `, ${said}${p.charged ? '' : ' सह'}`}`
  },
  'seats.free': 'काही पैसे भरायचे नाहीत',
  'seats.nothing': 'पुढे जाण्यासाठी कृपया सीट्स निवडा',

  'seats.grid': (p) => `${p.category} च्या सीट्स. बाणांच्या बटणांनी फिरा; Enter ने निवडा.`,
  'seats.describe': (p) =>
    `${p.section === null ? 'रांग' : `${p.section}, रांग`} ${p.row} सीट ${p.number}, ${p.category}, ${p.price} रुपये, ` +
    `${p.wheelchair ? 'व्हीलचेअरची जागा, ' : p.companion ? 'सोबत्याची सीट, ' : ''}${stateWords[p.state]}`,

  'seats.best': 'शेजारी-शेजारी सर्वांत चांगल्या',
  'seats.best.choose': (p) => (p.n === 1 ? 'सर्वांत चांगली 1 सीट' : `शेजारी-शेजारी चांगल्या ${p.n} सीट्स`),
  'seats.best.none': (p) =>
    p.most === 0
      ? 'एकही सीट शिल्लक नाही.'
      : p.most === 1
        ? `शेजारी-शेजारी ${p.n} सीट्स शिल्लक नाहीत, फक्त सुट्या आहेत.`
        : `शेजारी-शेजारी ${p.n} सीट्स शिल्लक नाहीत. जास्तीत जास्त ${p.most} आहेत.`,
  'seats.best.short': 'शेजारी-शेजारी',

  'seats.chosen': 'तुमच्या सीट्स',
  'seats.selection': (p) =>
    p.names.length === 0
      ? 'एकही सीट निवडलेली नाही.'
      : `${seatCount(p.names.length)} ${plural(p.names.length, 'निवडली', 'निवडल्या')}: ${listed(p.names)}. ${p.total}.`,
  'seats.limit': (p) =>
    p.inCart === 0
      ? `एका वेळी ${terms().seatsPerLine} सीट्सपर्यंत बुक करता येतात. दुसरी निवडण्यासाठी एक काढा.`
      : `एका वेळी ${terms().seatsPerLine} सीट्सपर्यंत बुक करता येतात, आणि या ${plural(p.inCart, 'श्रेणीची', 'श्रेणीच्या')} ${seatCount(p.inCart)} तुमच्या कार्टमध्ये ${plural(p.inCart, 'आहे', 'आहेत')}. दुसरी निवडण्यासाठी एक काढा.`,
  'seats.limit.best': (p) =>
    `एका वेळी ${terms().seatsPerLine} सीट्सपर्यंत बुक करता येतात, आणि या ${plural(p.inCart, 'श्रेणीची', 'श्रेणीच्या')} ${seatCount(p.inCart)} तुमच्या कार्टमध्ये ${plural(p.inCart, 'आहे', 'आहेत')}: आणखी ${p.n} घेता ${plural(p.n, 'येणार नाही', 'येणार नाहीत')}.`,
  'seats.isSold': (p) => `${p.name} विकली गेली आहे.`,
  'seats.isInCart': (p) => `${p.name} आधीच तुमच्या कार्टमध्ये आहे.`,

  'seats.wheelchair': 'ही जागा व्हीलचेअर वापरणाऱ्यांसाठी आहे.',
  'seats.wheelchair.companion': 'शेजारची सीट सोबत येणाऱ्यासाठी आहे; एकटे येत असाल तर ती काढा.',
  'seats.companion': (p) => `${p.name} व्हीलचेअर वापरणाऱ्याच्या सोबत्यासाठी राखली आहे. शेजारची व्हीलचेअरची जागा निवडा.`,
  'seats.alone': (p) => `${p.name} दोन घेतलेल्या सीट्सच्या मध्ये एकटी राहील. एक सीट सरकल्यास मोकळी जागा राहणार नाही.`,
  'seats.lost': (p) => `${listed(p.names)} आत्ताच दुसऱ्या कोणी ${plural(p.names.length, 'घेतली', 'घेतल्या')}.`,
  'seats.lost.rest': 'तुमच्या बाकीच्या सीट्स निवडलेल्या आहेत.',
  'seats.lost.cart': (p) =>
    plural(
      p.names.length,
      `तुमच्या कार्टमधली ${listed(p.names)} आता रिकामी नाही.`,
      `तुमच्या कार्टमधल्या ${listed(p.names)} आता रिकाम्या नाहीत.`,
    ),
  'seats.lost.instead': (p) => `${p.name} घ्या`,
  'seats.lost.insteadOf': (p) => `${p.lost} ऐवजी ${p.name} घ्या`,
  'seats.lost.dismiss': (p) => `${p.name} गेली आहे; ती काढा`,
  'seats.lost.none': 'दुसरी एकही सीट रिकामी नाही.',

  'seats.error': 'सीट्सची माहिती लोड होऊ शकली नाही',
  'seats.error.offline': 'इंटरनेट नाही, आणि या सीट्स अजून या डिव्हाइसवर नाहीत. इंटरनेटला जोडून पुन्हा प्रयत्न करा.',
  'seats.error.server': 'दुकानाकडून उत्तर आले नाही. थोडे थांबून पुन्हा प्रयत्न करा.',
  'seats.error.gone': 'ही श्रेणी आता मिळत नाही. हे बंद करून दुसरी निवडा.',
  'seats.stale.offline': (p) => `इंटरनेट नाही. या सीट्स ${p.ago} पाहिलेल्या आहेत. तुम्ही निवडाल ते अजून राखले जाणार नाही.`,
  'seats.stale.server': (p) => `दुकान उत्तर देत नाही. या सीट्स ${p.ago} पाहिलेल्या आहेत. तुम्ही निवडाल ते अजून राखले जाणार नाही.`,
  'seats.stale.device': (p) =>
    `या डिव्हाइसचे स्टोरेज उत्तर देत नाही. या सीट्स ${p.ago} पाहिलेल्या आहेत. तुम्ही निवडाल ते अजून राखले जाणार नाही.`,
  'seats.soldOut': 'या श्रेणीच्या सर्व सीट्स गेल्या आहेत.',

  'seats.standing.label': 'लोकांची संख्या',
  'seats.standing.fewer': 'एक कमी',
  'seats.standing.more': 'आणखी एक',
  'seats.standing.enter': 'किती लोक येतील ते संख्येत लिहा.',
  'seats.standing.places': (p) => `${p.count} ${plural(p.n, 'जागा शिल्लक आहे', 'जागा शिल्लक आहेत')}`,
  'seats.standing.onlyLeft': (p) =>
    p.n === 0 ? 'एकही जागा शिल्लक नाही.' : `फक्त ${p.n} ${plural(p.n, 'जागा शिल्लक आहे', 'जागा शिल्लक आहेत')}.`,
  'seats.standing.inCart': (p) => `त्यांपैकी ${p.n} तुमच्या कार्टमध्ये ${plural(p.n, 'आहे', 'आहेत')}.`,
  'seats.standing.limit': (p) =>
    p.inCart === 0
      ? `एका वेळी ${terms().seatsPerLine} लोकांपर्यंत बुकिंग करता येते.`
      : `एका वेळी ${terms().seatsPerLine} लोकांपर्यंत बुकिंग करता येते, आणि या श्रेणीतील ${p.inCart} तुमच्या कार्टमध्ये आहेत.`,
  'seats.standing.maximum': () => `एका बुकिंगमध्ये जास्तीत जास्त ${terms().seatsPerLine} लोक`,
  'seats.standing.take': (p) => `${p.n} घ्या`,
  'seats.standing.add': 'कार्टमध्ये टाका',
  'seats.standing.note': 'स्टँडिंग जागेला नंबर नसतो. प्रत्येक जागेला स्वतःचा कोड असतो: एकत्र या किंवा वेगवेगळे.',

  'seats.view.map': 'नकाशावर',
  'seats.view.list': 'यादीत',
  'seats.list': (p) => `${p.category} च्या रांगा`,
  'seats.list.row': (p) => (p.section === null ? `रांग ${p.row}` : `${p.section}, रांग ${p.row}`),
  'seats.list.free': (p) => (p.n === 0 ? 'एकही रिकामी नाही' : `${p.n} ${plural(p.n, 'रिकामी', 'रिकाम्या')}`),
  'seats.list.selected': (p) => `${p.n} ${plural(p.n, 'निवडली', 'निवडल्या')}`,
  'seats.list.none': 'या रांगेत एकही सीट रिकामी नाही.',
  'seats.list.more': (p) => `आणखी ${p.n} रांगा दाखवा`,
  'seats.list.onlyFree': 'फक्त रिकाम्या सीट्स असलेल्या रांगा',

  'seats.move': 'नकाशा सरकवा',
  'seats.move.left': 'डावीकडे सरकवा',
  'seats.move.right': 'उजवीकडे सरकवा',
  'seats.move.up': 'वर सरकवा',
  'seats.move.down': 'खाली सरकवा',
  'seats.zoom': 'झूम',
  'seats.zoom.in': 'मोठे करा',
  'seats.zoom.out': 'लहान करा',
  'seats.zoom.whole': 'पूर्ण नकाशा',

  'layout.picture': (p) => `${p.name} चे चित्र. मंचापासून: ${p.sections.join('; ')}.`,
  'layout.sections': 'विभाग',
  'layout.section.seats': (p) => `${p.n} ${plural(Number(p.n), 'सीट', 'सीट्स')}`,
  'layout.soldOut': 'सर्व विकल्या गेल्या',
  'layout.section.wheelchair': (p) => plural(p.n, 'व्हीलचेअरची 1 जागा', `व्हीलचेअरच्या ${p.n} जागा`),
  'layout.none': 'या कॉन्सर्टसाठी सीट्सचा नकाशा नाही.',
}
