import type { cart as english } from '../../en/buying/cart.ts'
import type { Translation } from '../../messages.ts'
import { plural, seats, tickets } from '../count.ts'
import { terms } from '../../../terms.ts'

export const cart: Translation<typeof english> = {
  'cart.title': 'तुमचे कार्ट',
  'cart.page': 'कार्ट',
  'cart.empty.title': 'तुमचे कार्ट रिकामे आहे',
  'cart.empty.text': 'कॉन्सर्ट आणि तुमच्या सीट्स निवडा; त्या इथेच, या डिव्हाइसवर राहतील.',
  'cart.empty.action': 'कॉन्सर्ट पहा',
  'cart.parked.title': 'तुमचे कार्ट पाहण्यासाठी साइन इन करा',
  'cart.parked.text': 'तुमचे सेशन संपले आहे. तुम्ही निवडलेल्या सीट्स या डिव्हाइसवर तुमच्यासाठी ठेवल्या आहेत.',
  'cart.lines': 'तुमच्या कार्टमधली तिकिटे',
  'cart.seats': (p) => (p.named ? p.list : `${plural(p.n, 'सीट', 'सीट्स')} ${p.list}`),
  'cart.count': (p) => tickets(p.n),
  'cart.perSeat': (p) => `${p.amount} प्रति सीट`,
  'cart.quantity': (p) => `सीट्सची संख्या, ${p.event}, ${p.category}`,
  'cart.fewer': (p) => `एक कमी करा: ${p.named ? '' : 'सीट '}${p.list} निघेल`,
  'cart.more': 'आणखी एक',
  'cart.most': () => `एका बुकिंगमध्ये एका श्रेणीच्या जास्तीत जास्त ${terms().seatsPerLine} सीट्स.`,
  'cart.seatsAdded': (p) => `${p.named ? '' : plural(p.n, 'सीट ', 'सीट्स ')}${p.list} ${plural(p.n, 'घेतली', 'घेतल्या')}`,
  'cart.seatsRemoved': (p) =>
    `${p.named ? '' : plural(p.n, 'सीट ', 'सीट्स ')}${p.list} ${plural(p.n, 'काढली', 'काढल्या')}`,
  'cart.changeSeats': 'सीट बदला',
  'cart.changeSeatsOf': (p) => `सीट बदला, ${p.event}, ${p.category}`,
  'cart.seatsChanged': (p) => `${p.n === 1 ? 'आता तुमची' : 'आता तुमच्या'} सीट: ${p.list}`,
  'cart.noneBeside': 'तुमच्या सीट्सशेजारी एकही सीट रिकामी नाही. नकाशावर दुसरी निवडा.',
  'cart.remove': 'काढा',
  'cart.removeLine': (p) => `${p.event}, ${p.category} काढा`,
  'cart.removed': (p) => `${p.event}, ${seats(p.n)}: ${plural(p.n, 'काढली', 'काढल्या')}`,
  'cart.notHeld': 'अजून राखलेली नाही',
  'cart.held': (p) => `${p.time} पर्यंत तुमच्यासाठी राखीव`,
  'cart.notOnSale': 'या इव्हेंटची विक्री बंद झाली आहे.',
  'cart.cancelled': 'आयोजकांनी ही कॉन्सर्ट रद्द केली आहे.',
  'cart.cancelled.reason': (p) => `कारण: ${p.reason}`,
  'cart.over': 'ही कॉन्सर्ट सुरू झाली आहे.',
  'cart.gone': 'ही तिकिटे आता मिळत नाहीत.',
  'cart.notCharged': 'एकूण रकमेत धरलेले नाही.',
  'cart.priceChanged': (p) => `एका सीटची किंमत ${p.before} वरून ${p.now} झाली आहे.`,
  'cart.someNotOnSale': (p) =>
    p.n === 1
      ? 'एका तिकिटाचे पैसे आता भरता येत नाहीत, ते एकूण रकमेत नाही. ते काढा किंवा त्याच्याशिवाय पुढे जा.'
      : `${p.n} तिकिटांचे पैसे आता भरता येत नाहीत, ती एकूण रकमेत नाहीत. ती काढा किंवा त्यांच्याशिवाय पुढे जा.`,
  'cart.entry': 'प्रवेशाचे नियम.',
  'cart.entry.text': 'वैध ओळखपत्र घेऊन 60 मिनिटे आधी पोहोचा.',
  'cart.entry.held': 'चेकआउटला जाईपर्यंत सीट्स राखल्या जात नाहीत.',
  'cart.summary': 'ऑर्डरचा तपशील',
  'cart.subtotal': 'तिकिटांची किंमत',
  'cart.gst': (p) => `GST ${p.percent}%`,
  'cart.fee': 'सुविधा शुल्क',
  'cart.fee.each': (p) => `${p.amount} × ${tickets(p.n)}`,
  'cart.platformFee': 'प्लॅटफॉर्म शुल्क (2%)',
  'cart.platformFee.none': 'आकारले जात नाही',
  'cart.total': 'एकूण',
  'cart.checkout': 'चेकआउटला जा',
  'cart.sameAmount': 'चेकआउटलाही हीच रक्कम. पैसे UPI ने, तपासणी आमची टीम करते.',
  'cart.mini.view': 'कार्ट पहा',
}
