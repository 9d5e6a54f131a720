import { listed as listedParts } from '../../price-parts.ts'
import type { seats as english } from '../../en/shop/seats.ts'
import type { Translation } from '../../messages.ts'
import { seats as seatCount, plural } from '../count.ts'
import { terms } from '../../../terms.ts'

const stateWords = {
  available: 'उपलब्ध',
  selected: 'चुनी हुई',
  'in-cart': 'आपके कार्ट में',
  sold: 'बिक चुकी',
  lost: 'अभी-अभी गई',
  blocked: 'बिक्री के लिए नहीं',
} as const

/** 'F5', 'F5 और F6', 'F5, F6 और F7' */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} और ${names.at(-1)}`

export const seats: Translation<typeof english> = {
  'seats.perTicket': (p) => `${p.category} · ${p.price} प्रति टिकट`,
  'seats.category': 'टिकट श्रेणी',
  'seats.zone': (p) => `${p.price} ${p.category} · ${p.left === 0 ? 'सब बिक गईं' : `${p.count} बाक़ी`}`,
  'seats.note.maximum': () => `एक बुकिंग में ज़्यादा से ज़्यादा ${terms().seatsPerLine} सीटें`,
  'seats.note.fixed': 'बुकिंग के बाद सीटें बदली नहीं जा सकतीं',
  'seats.note.id': 'प्रवेश के लिए मान्य पहचान पत्र ज़रूरी',
  'seats.stage': 'मंच',

  'seats.legend.available': 'उपलब्ध',
  'seats.legend.selected': 'चुनी हुई',
  'seats.legend.sold': 'बिक चुकी',
  'seats.legend.inCart': 'आपके कार्ट में',
  'seats.legend.lost': 'अभी-अभी गई',
  'seats.legend.wheelchair': 'व्हीलचेयर की जगह',
  'seats.legend.companion': 'व्हीलचेयर, साथी',
  'seats.legend.blocked': 'बिक्री के लिए नहीं',

  'seats.counts.available': 'उपलब्ध सीटें:',
  'seats.counts.sold': 'बिक चुकीं:',
  'seats.add': (p) => `${seatCount(p.n)} कार्ट में डालें`,
  'seats.choose': 'सीटें चुनें',
  'seats.save': (p) => (p.n === 1 ? 'यही सीट रखें' : `ये ${seatCount(p.n)} रखें`),
  'seats.leftOut': (p) => `एक बुकिंग में एक श्रेणी की ज़्यादा से ज़्यादा ${terms().seatsPerLine} सीटें। नहीं जुड़ीं: ${p.seats}`,
  'seats.allIn': (p) => {
    const parts = [p.gst && 'GST', p.local && 'राज्य का कर', p.charged && 'सुविधा शुल्क']
    const said = listedParts(
      parts.filter((part) => part !== false),
      'और',
    )
    return `सब मिलाकर ${p.amount}${said && `, ${said} समेत`}`
  },
  'seats.free': 'कुछ भुगतान नहीं करना है',
  'seats.nothing': 'आगे बढ़ने के लिए कृपया सीटें चुनें',

  'seats.grid': (p) => `${p.category} की सीटें। तीर वाले बटन से चलें; Enter से चुनें।`,
  'seats.describe': (p) =>
    `${p.section === null ? 'पंक्ति' : `${p.section}, पंक्ति`} ${p.row} सीट ${p.number}, ${p.category}, ${p.price} रुपये, ` +
    `${p.wheelchair ? 'व्हीलचेयर की जगह, ' : p.companion ? 'साथी की सीट, ' : ''}${stateWords[p.state]}`,

  'seats.best': 'सबसे अच्छी साथ-साथ सीटें',
  'seats.best.choose': (p) => (p.n === 1 ? 'सबसे अच्छी 1 सीट' : `साथ-साथ सबसे अच्छी ${seatCount(p.n)}`),
  'seats.best.none': (p) =>
    p.most === 0
      ? 'कोई सीट नहीं बची।'
      : p.most === 1
        ? `साथ-साथ ${p.n} सीटें नहीं बचीं, सिर्फ़ अलग-अलग बची हैं।`
        : `साथ-साथ ${p.n} सीटें नहीं बचीं। ज़्यादा से ज़्यादा ${p.most} हैं।`,
  'seats.best.short': 'साथ-साथ',

  'seats.chosen': 'आपकी सीटें',
  'seats.selection': (p) =>
    p.names.length === 0
      ? 'कोई सीट नहीं चुनी।'
      : `${seatCount(p.names.length)} ${plural(p.names.length, 'चुनी', 'चुनीं')}: ${listed(p.names)}। ${p.total}।`,
  'seats.limit': (p) =>
    p.inCart === 0
      ? `आप एक बार में ${terms().seatsPerLine} सीटें तक बुक कर सकते हैं। दूसरी चुनने के लिए एक हटाएँ।`
      : `आप एक बार में ${terms().seatsPerLine} सीटें तक बुक कर सकते हैं, और इस श्रेणी की ${seatCount(p.inCart)} आपके कार्ट में ${plural(p.inCart, 'है', 'हैं')}। दूसरी चुनने के लिए एक हटाएँ।`,
  'seats.limit.best': (p) =>
    `आप एक बार में ${terms().seatsPerLine} सीटें तक बुक कर सकते हैं, और इस श्रेणी की ${seatCount(p.inCart)} आपके कार्ट में ${plural(p.inCart, 'है', 'हैं')}: ${p.n} और नहीं ली जा ${plural(p.n, 'सकती', 'सकतीं')}।`,
  'seats.isSold': (p) => `${p.name} बिक चुकी है।`,
  'seats.isInCart': (p) => `${p.name} पहले से आपके कार्ट में है।`,

  'seats.wheelchair': 'यह जगह व्हीलचेयर वालों के लिए है।',
  'seats.wheelchair.companion': 'पास की सीट साथ आने वाले के लिए है; अकेले आ रहे हों तो उसे हटा दें।',
  'seats.companion': (p) => `${p.name} व्हीलचेयर वाले के साथी के लिए रखी है। पास वाली व्हीलचेयर की जगह चुनें।`,
  'seats.alone': (p) => `${p.name} दो ली हुई सीटों के बीच अकेली रह जाएगी। एक सीट खिसकने से ख़ाली जगह नहीं बचेगी।`,
  'seats.lost': (p) => `${listed(p.names)} अभी-अभी किसी और ने ले ${plural(p.names.length, 'ली है', 'ली हैं')}।`,
  'seats.lost.rest': 'आपकी बाक़ी सीटें चुनी हुई हैं।',
  'seats.lost.cart': (p) => `आपके कार्ट की ${listed(p.names)} अब ख़ाली नहीं ${plural(p.names.length, 'है', 'हैं')}।`,
  'seats.lost.instead': (p) => `${p.name} लें`,
  'seats.lost.insteadOf': (p) => `${p.lost} की जगह ${p.name} लें`,
  'seats.lost.dismiss': (p) => `${p.name} जा चुकी है; उसे हटाएँ`,
  'seats.lost.none': 'कोई और सीट ख़ाली नहीं है।',

  'seats.error': 'सीटों की जानकारी लोड नहीं हो पाई',
  'seats.error.offline': 'इंटरनेट नहीं है, और ये सीटें अभी इस डिवाइस पर नहीं हैं। इंटरनेट से जुड़कर फिर से कोशिश करें।',
  'seats.error.server': 'दुकान से जवाब नहीं आया। थोड़ा रुककर फिर से कोशिश करें।',
  'seats.error.gone': 'यह श्रेणी अब नहीं मिल रही। इसे बंद करके कोई और चुनें।',
  'seats.stale.offline': (p) => `इंटरनेट नहीं है। ये सीटें ${p.ago} देखी गई थीं। आप जो चुनेंगे वह अभी रोका नहीं जाएगा।`,
  'seats.stale.server': (p) => `दुकान जवाब नहीं दे रही। ये सीटें ${p.ago} देखी गई थीं। आप जो चुनेंगे वह अभी रोका नहीं जाएगा।`,
  'seats.stale.device': (p) =>
    `इस डिवाइस का स्टोरेज जवाब नहीं दे रहा। ये सीटें ${p.ago} देखी गई थीं। आप जो चुनेंगे वह अभी रोका नहीं जाएगा।`,
  'seats.soldOut': 'इस श्रेणी की सभी सीटें जा चुकी हैं।',

  'seats.standing.label': 'लोगों की संख्या',
  'seats.standing.fewer': 'एक कम',
  'seats.standing.more': 'एक और',
  'seats.standing.enter': 'कितने लोग आएँगे, संख्या में लिखें।',
  'seats.standing.places': (p) => `${p.count} ${plural(p.n, 'जगह बची है', 'जगहें बची हैं')}`,
  'seats.standing.onlyLeft': (p) =>
    p.n === 0 ? 'कोई जगह नहीं बची है।' : `सिर्फ़ ${p.n} ${plural(p.n, 'जगह बची है', 'जगहें बची हैं')}।`,
  'seats.standing.inCart': (p) => `इनमें से ${p.n} आपके कार्ट में ${plural(p.n, 'है', 'हैं')}।`,
  'seats.standing.limit': (p) =>
    p.inCart === 0
      ? `एक बार में ${terms().seatsPerLine} लोगों तक की बुकिंग हो सकती है।`
      : `एक बार में ${terms().seatsPerLine} लोगों तक की बुकिंग हो सकती है, और इस श्रेणी के ${p.inCart} आपके कार्ट में हैं।`,
  'seats.standing.maximum': () => `एक बुकिंग में ज़्यादा से ज़्यादा ${terms().seatsPerLine} लोग`,
  'seats.standing.take': (p) => `${p.n} लें`,
  'seats.standing.add': 'कार्ट में जोड़ें',
  'seats.standing.note': 'स्टैंडिंग जगह का कोई नंबर नहीं होता। हर जगह का अपना कोड होता है: साथ में आएँ या अलग-अलग।',

  'seats.view.map': 'नक़्शे पर',
  'seats.view.list': 'सूची में',
  'seats.list': (p) => `${p.category} की पंक्तियाँ`,
  'seats.list.row': (p) => (p.section === null ? `पंक्ति ${p.row}` : `${p.section}, पंक्ति ${p.row}`),
  'seats.list.free': (p) => (p.n === 0 ? 'कोई ख़ाली नहीं' : `${p.n} ख़ाली`),
  'seats.list.selected': (p) => `${p.n} ${plural(p.n, 'चुनी', 'चुनीं')}`,
  'seats.list.none': 'इस पंक्ति में कोई सीट ख़ाली नहीं है।',
  'seats.list.more': (p) => `${p.n} और पंक्तियाँ दिखाएँ`,
  'seats.list.onlyFree': 'सिर्फ़ वे पंक्तियाँ जिनमें सीट ख़ाली है',

  'seats.move': 'नक़्शा खिसकाएँ',
  'seats.move.left': 'बाएँ खिसकाएँ',
  'seats.move.right': 'दाएँ खिसकाएँ',
  'seats.move.up': 'ऊपर खिसकाएँ',
  'seats.move.down': 'नीचे खिसकाएँ',
  'seats.zoom': 'ज़ूम',
  'seats.zoom.in': 'बड़ा करें',
  'seats.zoom.out': 'छोटा करें',
  'seats.zoom.whole': 'पूरा नक़्शा',

  'layout.picture': (p) => `${p.name} का चित्र। मंच की ओर से: ${p.sections.join('; ')}।`,
  'layout.sections': 'हिस्से',
  'layout.section.seats': (p) => `${p.n} ${plural(Number(p.n), 'सीट', 'सीटें')}`,
  'layout.soldOut': 'सब बिक गईं',
  'layout.section.wheelchair': (p) => `व्हीलचेयर की ${p.n} ${plural(p.n, 'जगह', 'जगहें')}`,
  'layout.none': 'इस कॉन्सर्ट के लिए सीटों का नक़्शा नहीं है।',
}
