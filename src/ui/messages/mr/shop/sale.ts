import type { sale as english } from '../../en/shop/sale.ts'
import type { Translation } from '../../messages.ts'

export const sale: Translation<typeof english> = {
  'sale.from': (p) => `तिकिटे ${p.when} पासून`,
  'sale.from.text': 'विक्री याच पानावर, त्याच वेळी आपोआप सुरू होईल.',
  'sale.remind': 'आठवण करून द्या',
  'sale.remind.link': 'Google कॅलेंडरमध्ये जोडा',
  'sale.remind.title': (p) => `तिकिटे: ${p.singer}, ${p.city}`,
  'sale.remind.note': (p) => `विक्री ${p.when} (भारतीय वेळ) ला सुरू होईल.`,
  'sale.paused': 'विक्री सध्या थोड्या वेळासाठी बंद आहे',
  'sale.paused.text': 'सध्या नवीन तिकिटे विकली जात नाहीत. चेकआउटमध्ये तुमच्यासाठी राखलेल्या सीट्सचे पैसे तुम्ही भरू शकता.',
  'sale.notYet': 'तिकिटांची विक्री अजून सुरू झालेली नाही.',
  'sale.ended': 'तिकिटांची विक्री बंद झाली आहे.',
  'sale.ended.category': 'विक्री बंद',
  'sale.phase.until': (p) => `${p.name}: ${p.when} पर्यंत`,
  'sale.phase.left': (p) => `या दरात ${p.n} शिल्लक`,
  'sale.phase.after': (p) => `त्यानंतर ${p.amount}`,

  'preview.title': 'झलक',
  'preview.note': 'ही कॉन्सर्ट अजून यादीत नाही. ज्यांच्याकडे ही लिंक आहे, फक्त तेच ती पाहतात. इथे काही विकत घेता येत नाही.',
  'preview.gone': 'या लिंकवर आता कॉन्सर्ट नाही',
  'preview.gone.text': 'कॉन्सर्ट आता यादीत असेल, किंवा लिंक बंद झाली असेल. आयोजकांना विचारा.',
}
