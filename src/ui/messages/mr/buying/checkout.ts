import type { checkout as english } from '../../en/buying/checkout.ts'
import type { Translation } from '../../messages.ts'
import { plural } from '../count.ts'
import { terms } from '../../../terms.ts'

export const checkout: Translation<typeof english> = {
  'checkout.page': 'चेकआउट',
  'checkout.title': 'UPI ने पैसे भरा',
  'checkout.openFailed': 'तुमची ऑर्डर या डिव्हाइसवर उघडता आली नाही.',

  'checkout.hold.until': (p) => `सीट्स ${p.time} पर्यंत तुमच्यासाठी राखल्या आहेत`,
  'checkout.hold.left': (p) => `${p.left} शिल्लक`,
  'checkout.hold.extend': () => `आणखी ${terms().extensionMinutes} मिनिटे राखा`,
  'checkout.hold.extending': 'राखत आहोत...',
  'checkout.hold.extended': (p) => `तुमच्या सीट्स ${p.time} पर्यंत राखल्या आहेत.`,
  'checkout.hold.extendFailed': 'वेळ वाढवता आली नाही. तरीही तुम्ही पैसे भरून माहिती पाठवू शकता.',
  'checkout.hold.holding': 'तुमच्या सीट्स राखत आहोत…',
  'checkout.hold.announce': (p) => `तुमच्या सीट्स आणखी ${p.minutes} ${plural(p.minutes, 'मिनिट', 'मिनिटे')} राखलेल्या आहेत.`,
  'checkout.hold.over': 'तुमच्या सीट्स राखण्याची वेळ संपली आहे.',
  'checkout.hold.over.text': 'तुम्ही पैसे भरले असतील तर तुमचा रेफरन्स पाठवा: काहीही जाणार नाही.',
  'checkout.hold.again': 'सीट्स पुन्हा राखा',
  'checkout.hold.again.unpaid': 'अजून पैसे भरले नाहीत: सीट्स पुन्हा राखा',
  'checkout.hold.offline': 'तुमच्या सीट्स अजून राखलेल्या नाहीत: इंटरनेट नाही.',
  'checkout.hold.offline.text':
    'आम्ही आपोआप पुन्हा प्रयत्न करत राहू. तुम्ही आता पेमेंटची माहिती भरू शकता; इंटरनेट येताच ती पाठवली जाईल.',

  'checkout.taken.title': (p) => (p.n === 1 ? 'एक सीट आता रिकामी नाही' : `${p.n} सीट्स आता रिकाम्या नाहीत`),
  'checkout.taken.text': 'दुसऱ्या कोणी आधी बुक केले. तुमच्या बाकीच्या सीट्स अजून निवडलेल्या आहेत.',
  'checkout.taken.text.all': 'दुसऱ्या कोणी आधी बुक केले. या कॉन्सर्टसाठी दुसऱ्या सीट्स निवडा.',
  'checkout.taken.text.own':
    'त्या तुमच्याच दुसऱ्या ऑर्डरमध्ये राखलेल्या आहेत, दुसऱ्या ब्राउझरमध्ये किंवा डिव्हाइसवर. तिथे पैसे भरा किंवा दुसऱ्या निवडा; ती वेळ संपल्यावर त्या पुन्हा रिकाम्या होतील.',
  'checkout.taken.seats': (p) => `${p.category}: ${p.named ? '' : plural(p.n, 'सीट ', 'सीट्स ')}${p.list}`,
  'checkout.taken.instead': (p) => `${p.lost} ऐवजी ${p.seat} घ्या`,
  'checkout.taken.continue': (p) => (p.n === 1 ? 'उरलेल्या एका सीटसह पुढे जा' : `उरलेल्या ${p.n} सीट्ससह पुढे जा`),
  'checkout.taken.standing.title': (p) =>
    p.left === 0 ? 'एकही जागा शिल्लक नाही' : `फक्त ${p.left} ${plural(p.left, 'जागा शिल्लक आहे', 'जागा शिल्लक आहेत')}`,
  'checkout.taken.standing.text': 'दुसऱ्या कोणी आधी बुक केले.',
  'checkout.taken.standing.line': (p) =>
    p.left === 0
      ? `${p.category}: एकही जागा शिल्लक नाही, तुम्हाला ${p.wanted} हव्या`
      : `${p.category}: ${p.left} ${plural(p.left, 'जागा शिल्लक आहे', 'जागा शिल्लक आहेत')}, तुम्हाला ${p.wanted} हव्या`,
  'checkout.taken.standing.continue': (p) => `${p.n} जागा घ्या`,
  'checkout.taken.choose': 'दुसरी सीट निवडा',
  'checkout.signIn.title': 'सीट्स राखण्यासाठी पुन्हा साइन इन करा',
  'checkout.signIn.text': 'तुमचे सेशन संपले आहे. तुमचे कार्ट आणि तुम्ही भरलेले सर्व या डिव्हाइसवर आहे.',
  'checkout.tooLong.title': 'या सीट्स आता आणखी राखता येत नाहीत',
  'checkout.tooLong.text': () =>
    `एका तासात सीट्स ${terms().heldMinutesAnHour} मिनिटे राखता येतात, आणि तुमची ती वेळ संपली आहे. आता त्या सर्वांसाठी रिकाम्या आहेत; नंतर पुन्हा प्रयत्न करा किंवा दुसऱ्या निवडा.`,
  'checkout.tooMany.title': 'एका वेळी खूप जास्त सीट्स आहेत',
  'checkout.tooMany.text': () =>
    `तुमच्या नावावर एका वेळी ${terms().seatsPerCustomer} सीट्सपर्यंत राखलेल्या किंवा तपासणीत असू शकतात. कार्टमधून काही काढा, किंवा एखाद्या पेमेंटची तपासणी होईपर्यंत थांबा.`,
  'checkout.notOnSale.title': 'या इव्हेंटची विक्री बंद झाली आहे.',
  'checkout.notOnSale.text': 'बाकीचे घेऊन पुढे जाण्यासाठी त्याची तिकिटे कार्टमधून काढा.',
  'checkout.notNow.title': 'यातली काही तिकिटे सध्या विकली जात नाहीत.',
  'checkout.notOnSale.paid': (p) =>
    `त्यासाठी पैसे भरू नका. आधीच भरले असतील तरीही तुमचा रेफरन्स पाठवा (ऑर्डर ${p.code}): आमची टीम ते पाहून रिफंड करेल.`,
  'checkout.notOnSale.continue.unpaid': (p) =>
    `अजून पैसे भरले नाहीत: ${p.n === 1 ? 'उरलेल्या सीटसह' : `उरलेल्या ${p.n} सीट्ससह`} पुढे जा`,
  'checkout.refused.title': 'तुमच्या सीट्स राखता आल्या नाहीत',
  'checkout.refused.text': (p) => `कार्टकडे परत जाऊन पुन्हा निवडा. पुन्हा असे झाल्यास आम्हाला ऑर्डर कोड ${p.code} सांगा.`,
  'checkout.retry': 'पुन्हा प्रयत्न करा',
  'checkout.toCart': 'कार्टकडे परत जा',
  'checkout.toTickets': 'माझी तिकिटे पहा',
  'checkout.paidAlready': 'मी पैसे भरले आहेत',

  'checkout.begun.list': 'अपूर्ण ऑर्डर',
  'checkout.begun.mark': 'अपूर्ण',
  'checkout.begun.order': (p) => `ऑर्डर ${p.code}, ${p.amount}.`,
  'checkout.begun.text': 'पैसे भरले असतील तर तुमचा रेफरन्स आणि स्क्रीनशॉट देऊन ती पूर्ण करा. काहीच भरले नसेल तर ती सोडून द्या.',
  'checkout.begun.title': 'तुम्ही या सीट्सचे पैसे भरायला सुरुवात केली आहे',
  'checkout.begun.explain':
    'तुमच्या कार्टमधील काही सीट्स अशा ऑर्डरच्या आहेत जिचे पैसे भरायला तुम्ही सुरुवात केली होती. ती ऑर्डर पूर्ण करा, किंवा ती सोडून तुमच्या कार्टसह पुढे जा. त्याच सीट्सचे पैसे दोनदा भरू नका.',
  'checkout.begun.finish': (p) => `ऑर्डर ${p.code} पूर्ण करा`,
  'checkout.begun.giveUp': 'सोडून द्या',
  'checkout.begun.giveUp.order': (p) => `ऑर्डर ${p.code} सोडून द्या`,
  'checkout.begun.giveUp.question': (p) => `ऑर्डर ${p.code} सोडून द्यायची?`,
  'checkout.begun.giveUp.text':
    'तुम्ही तिचे पैसे भरले नसतील तरच. तुम्ही भरलेली माहिती या डिव्हाइसवरून पुसली जाईल आणि तिच्या सीट्स सर्वांसाठी मोकळ्या होतील.',
  'checkout.begun.done': (p) => `ऑर्डर ${p.code} सोडून दिली आहे.`,
  'checkout.begun.failed': 'या डिव्हाइसवर ऑर्डर सोडता आली नाही. कृपया पुन्हा प्रयत्न करा.',

  'checkout.amount.title': 'नेमकी हीच रक्कम पाठवा',
  'checkout.amount.ifNotPaid': 'या ऑर्डरचे पैसे अजून भरले नसतील तर',
  'checkout.amount.to': (p) => `${p.payee} यांना · ऑर्डर कोड ${p.code}`,
  'checkout.amount.changed': (p) => `किंमत बदलली आहे: ${p.before} ऐवजी ${p.now}.`,
  'checkout.app.title': 'तुमचे UPI अ‍ॅप उघडा',
  'checkout.app.text': 'याच फोनवर, रक्कम आधीच भरलेली असेल.',
  'checkout.app.pay': 'UPI अ‍ॅपने पैसे भरा',
  'checkout.app.payWith': (p) => `${p.app} ने पैसे भरा`,
  'checkout.app.nothing': 'एकही UPI अ‍ॅप उघडले नाही. QR स्कॅन करा, किंवा UPI आयडी आणि रक्कम कॉपी करा.',
  'checkout.scan.title': 'QR स्कॅन करा',
  'checkout.scan.text': 'कोणत्याही UPI अ‍ॅपने, दुसऱ्या स्क्रीनवरून.',
  'checkout.scan.save': 'QR सेव्ह करा',
  'checkout.scan.saved': 'QR सेव्ह झाला. तुमच्या UPI अ‍ॅपमध्ये स्कॅन उघडा आणि फोटोंमधून तो निवडा.',
  'checkout.scan.saveFailed': 'QR सेव्ह करता आला नाही. UPI आयडी आणि रक्कम कॉपी करा.',
  'checkout.limit':
    'UPI अ‍ॅप्स सहसा एका वेळी जास्तीत जास्त ₹1,00,000 पाठवतात. तुमच्या अ‍ॅपने ही रक्कम नाकारली, तर ती तुकड्यांत भरू नका: मागे जाऊन एका ऑर्डरमध्ये कमी सीट्स बुक करा.',
  'checkout.scan.alt': (p) => `${p.payee} यांना ${p.amount} देण्याचा QR कोड, UPI आयडी ${p.vpa}`,
  'checkout.copy.title': 'कॉपी करून पैसे भरा',
  'checkout.copy.text': 'पूर्ण रक्कम, पैशांसह.',
  'checkout.copy.id': 'UPI आयडी कॉपी करा',
  'checkout.copy.amount': 'रक्कम कॉपी करा',
  'checkout.copy.idDone': 'UPI आयडी कॉपी झाला!',
  'checkout.copy.amountDone': 'रक्कम कॉपी झाली!',
  'checkout.copy.failed': 'इथे कॉपी करता येत नाही. कॉपी करण्यासाठी मजकूर दाबून धरा.',
  'checkout.payee.missing': 'UPI आयडी अजून या डिव्हाइसवर आलेला नाही. इंटरनेटला जोडा, तो इथे दिसेल.',

  'checkout.reopened': 'या ऑर्डरचे पैसे तुमच्या खात्यातून गेले असतील, तर त्याचे तपशील इथे दुरुस्त करून पुन्हा पाठवा.',
  'checkout.reference.title': 'UPI रेफरन्स क्रमांक लिहा',
  'checkout.reference.label': 'UTR, 12 अंक',
  'checkout.reference.hint': 'तुमच्या UPI अ‍ॅपमध्ये पेमेंट उघडा. या क्रमांकाचे नाव UTR, RRN किंवा UPI transaction ID असते.',
  'checkout.reference.none': 'तुमच्या पेमेंटचा UPI रेफरन्स क्रमांक लिहा.',
  'checkout.reference.digits': (p) => `UPI रेफरन्समध्ये 12 अंक असतात. तुम्ही ${p.n} लिहिले आहेत.`,
  'checkout.reference.letters': 'UPI रेफरन्समध्ये 12 अंक असतात, दुसरे काही नाही. तुमच्या UPI अ‍ॅपमध्ये UTR किंवा RRN पहा.',
  'checkout.reference.phonepe': 'हा PhonePe चा स्वतःचा आयडी आहे. PhonePe मध्ये पेमेंट उघडा आणि UTR नावाचा क्रमांक कॉपी करा.',
  'checkout.reference.googlePay':
    'हा Google Pay चा स्वतःचा आयडी आहे. Google Pay मध्ये पेमेंट उघडा आणि UPI transaction ID नावाचा क्रमांक कॉपी करा.',
  'checkout.reference.tooLong': 'रेफरन्समध्ये जास्तीत जास्त 64 अक्षरे चालतात. फक्त UTR कॉपी करा.',
  'checkout.reference.unprintable': 'फक्त इंग्रजी अक्षरे, अंक आणि चिन्हे पाठवता येतात. फक्त UTR कॉपी करा.',
  'checkout.reference.use': (p) => `${p.value} वापरा`,
  'checkout.reference.sendAnyway': 'तरीही पाठवा',
  'checkout.reference.correct': 'दुरुस्त करा',
  'checkout.reference.sendAnyway.question': (p) => `${p.value} हा तुमचा रेफरन्स म्हणून पाठवायचा?`,
  'checkout.reference.sendAnyway.text':
    'हा क्रमांक बँकेच्या यादीत सापडणार नाही, म्हणून आमच्या टीमला तुमचे पेमेंट एकेक करून शोधावे लागेल.',
  'checkout.reference.asTyped': 'लिहिले आहे तसेच पाठवले जाईल. आमची टीम तुमचे पेमेंट एकेक करून शोधेल.',
  'checkout.reference.used': (p) => `हा रेफरन्स तुम्ही ऑर्डर ${p.code} सोबत आधीच पाठवला आहे.`,

  'checkout.screenshot.title': 'पेमेंटचा स्क्रीनशॉट जोडा',
  'checkout.screenshot.choose': 'स्क्रीनशॉट निवडा',
  'checkout.screenshot.none': 'पेमेंटचा स्क्रीनशॉट जोडा.',
  'checkout.screenshot.reading': 'चित्र वाचत आहोत…',
  'checkout.screenshot.kept': (p) => `${p.size} · पेमेंटचा निर्णय होईपर्यंत या डिव्हाइसवर राहील`,
  'checkout.screenshot.inPage': (p) => `${p.size} · फक्त या पेजमध्ये आहे`,
  'checkout.screenshot.alt': 'तुमचा स्क्रीनशॉट',
  'checkout.screenshot.replace': 'बदला',
  'checkout.screenshot.hint': (p) =>
    `5MB पेक्षा लहान चित्र. ते फक्त पेमेंट तपासणारी आमची टीम पाहू शकते, आणि ते ${plural(p.days, '1 दिवसानंतर', `${p.days} दिवसांनंतर`)} पुसले जाते.`,
  'checkout.screenshot.hint.plain': '5MB पेक्षा लहान चित्र. ते फक्त पेमेंट तपासणारी आमची टीम पाहू शकते.',
  'checkout.screenshot.notImage': 'कृपया एखादे चित्र (इमेज फाइल) निवडा',
  'checkout.screenshot.tooLarge': 'फाइल 5MB पेक्षा लहान हवी',
  'checkout.screenshot.notStored': 'चित्र या डिव्हाइसवर ठेवता आले नाही. ते पुन्हा निवडा.',
  'checkout.screenshot.keepOpen': 'हे डिव्हाइस चित्र ठेवत नाही. ते पाठवले जाईपर्यंत हे पेज उघडे ठेवा.',
  'checkout.screenshot.unreadable': 'हे डिव्हाइस आता चित्र वाचू शकत नाही. ते पुन्हा निवडा.',

  'checkout.both': 'कृपया ट्रान्झॅक्शन आयडी आणि स्क्रीनशॉट दोन्ही द्या',
  'checkout.submit': 'तपासणीसाठी पाठवा',
  'checkout.submitting': 'पाठवत आहे...',
  'checkout.submitFailed': 'पेमेंटची माहिती पाठवता आली नाही. कृपया पुन्हा प्रयत्न करा.',
  'checkout.full': 'या डिव्हाइसमध्ये जागा नाही.',
  'checkout.full.free': 'थोडी जागा रिकामी करा, म्हणजे तुमचे तिकीट इथे ठेवता येईल.',
  'checkout.full.tickets': 'तुमची तिकिटे तयार आहेत आणि तुमच्या खात्यात सुरक्षित आहेत. थोडी जागा रिकामी करा, ती इथे दिसतील.',
  'checkout.storeFailed':
    'या ब्राउझरमधला दुकानाचा डेटा आत्ता वाचता आला नाही. तुम्ही भरलेले इथेच आहे: थोड्या वेळाने पुन्हा पाठवा. पुन्हा पैसे भरू नका.',
  'checkout.notKept': 'हे डिव्हाइस तुम्ही लिहिलेले ठेवत नाही. ते पाठवले जाईपर्यंत हे पेज उघडे ठेवा.',
  'checkout.lines': 'तुम्ही कशाचे पैसे भरत आहात',
  'checkout.line.seats': (p) => `${p.category} · ${p.list}`,
}
