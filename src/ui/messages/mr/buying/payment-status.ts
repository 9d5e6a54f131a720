import type { paymentStatus as english } from '../../en/buying/payment-status.ts'
import type { Translation } from '../../messages.ts'
import { plural } from '../count.ts'
import { terms } from '../../../terms.ts'

export const paymentStatus: Translation<typeof english> = {
  'checkout.started': 'पेमेंटची तपासणी सुरू झाली',
  'checkout.uploadFailed': 'पेमेंटचा स्क्रीनशॉट अपलोड होऊ शकला नाही. कृपया पुन्हा प्रयत्न करा.',
  'checkout.creationFailed': 'पेमेंट नोंदल्याची खात्री होऊ शकली नाही',
  'checkout.willBeSent': 'हे या डिव्हाइसवर सेव्ह आहे आणि पाठवले जाईल.',
  'checkout.willBeSent.page': 'ते या डिव्हाइसवर सेव्ह नाही. ते पाठवले जाईपर्यंत हे पेज उघडे ठेवा.',

  'checkout.status.page': 'तुमचे पेमेंट',
  'checkout.status.unknown': 'हे पेमेंट या डिव्हाइसवर नाही',
  'checkout.status.unknown.text': 'तुमच्या खात्याची पेमेंट्स “माझी तिकिटे” मध्ये आहेत.',
  'checkout.status.unsent': 'तुमच्या पेमेंटची माहिती या डिव्हाइसवर सेव्ह आहे.',
  'checkout.status.unsent.page': 'तुमच्या पेमेंटची माहिती फक्त या पेजमध्ये आहे.',
  'checkout.status.unsent.text':
    'इंटरनेट येताच ती पाठवली जाईल. तुम्ही हे पेज बंद करू शकता; ती पाठवली जाईपर्यंत या ब्राउझरचा डेटा पुसू नका.',
  'checkout.status.unsent.reopen':
    'इंटरनेट असताना आणि दुकान या ब्राउझरमध्ये उघडे असताना ती पाठवली जाईल. हे पेज बंद केल्यास ती पाठवण्यासाठी दुकान पुन्हा उघडा; तोपर्यंत या ब्राउझरचा डेटा पुसू नका.',
  'checkout.status.unsent.keepOpen':
    'हे डिव्हाइस ती ठेवू शकत नाही. इंटरनेट येताच ती इथूनच पाठवली जाईल: ती आमच्यापर्यंत पोहोचेपर्यंत हे पेज उघडे ठेवा.',
  'checkout.status.signIn': 'पेमेंटची माहिती पाठवण्यासाठी साइन इन करा.',
  'checkout.status.signIn.text': 'तुमचे सेशन संपले आहे. काहीही गेलेले नाही: सर्व या डिव्हाइसवर सेव्ह आहे.',
  'checkout.status.signIn.action': 'साइन इन करा',
  'checkout.status.refused': 'तुमच्या पेमेंटची माहिती स्वीकारली गेली नाही.',
  'checkout.status.refused.text': (p) =>
    `हे तुम्ही लिहिलेल्या माहितीबद्दल आहे, पैशांबद्दल नाही. ती तपासून पुन्हा पाठवा. पुन्हा असे झाल्यास ऑर्डर कोड ${p.code} सह आम्हाला लिहा. पुन्हा पैसे भरू नका.`,
  'checkout.reason.file': 'स्क्रीनशॉट स्वीकारला गेला नाही. दुसरे चित्र निवडा: JPEG, PNG किंवा WebP, 5 MB पेक्षा लहान.',
  'checkout.reason.fileGone': 'स्क्रीनशॉट आता या डिव्हाइसवर नाही. तो पुन्हा निवडा, मग पाठवा.',
  'checkout.reason.invalid': 'रेफरन्स वाचता आला नाही. UPI अ‍ॅपमध्ये दिसणारे 12 अंक तसेच लिहा, मग ते पुन्हा पाठवा.',
  'checkout.reason.seat': 'यातील एक सीट आता हॉलमध्ये नाही. ऑर्डर कोडसह आम्हाला लिहा; तुमचे पेमेंट हरवलेले नाही.',
  'checkout.reason.tooMany': () =>
    `यात एका श्रेणीच्या ${terms().seatsPerLine} पेक्षा जास्त सीट्स आहेत. ऑर्डर कोडसह आम्हाला लिहा; तुमचे पेमेंट हरवलेले नाही.`,
  'checkout.reason.account': 'ही ऑर्डर दुसऱ्या खात्यातून केली होती. त्या खात्यात साइन इन करा, किंवा ऑर्डर कोडसह आम्हाला लिहा.',
  'checkout.status.edit': 'तपासा आणि पुन्हा पाठवा',
  'checkout.status.change': 'माहिती बदला',
  'checkout.status.takeBackFailed': 'मागे घेता आले नाही: ते कदाचित पोहोचले आहे. कृपया पुन्हा प्रयत्न करा.',
  'checkout.status.withdraw': 'मागे घ्या',
  'checkout.status.withdraw.question': 'पेमेंटची ही माहिती मागे घ्यायची?',
  'checkout.status.withdraw.text': (p) =>
    `ती या डिव्हाइसवरून काढली जाईल आणि पाठवली जाणार नाही. तुम्ही पैसे भरले असतील तर ती मागे घेऊ नका: ऑर्डर कोड ${p.code} सह आम्हाला लिहा.`,
  'checkout.status.sendNow': 'आता पाठवा',
  'checkout.status.pending': 'तुमच्या पेमेंटची माहिती मिळाली आहे आणि आम्ही ती तपासत आहोत.',
  'checkout.status.pending.text': (p) =>
    `आमची टीम दुकानाच्या बँक खात्यात तुमचे पैसे शोधते आणि मग तुमची तिकिटे तयार करते. उत्तर इथे आणि “माझी तिकिटे” मध्ये आपोआप दिसेल; तुम्ही हे पेज बंद करू शकता. ${p.time} पर्यंत उत्तर आले नाही तर आम्हाला लिहा.`,
  'checkout.received': 'पेमेंट मिळाले',
  'checkout.received.text': (p) =>
    `तुमचे पैसे आमच्यापर्यंत पोहोचले आहेत; तुम्हाला काही पाठवायचे नाही. आमची टीम ते तपासते आणि मग तुमची तिकिटे तयार करते. उत्तर इथे आणि “माझी तिकिटे” मध्ये आपोआप दिसेल; तुम्ही हे पेज बंद करू शकता. ${p.time} पर्यंत उत्तर आले नाही तर आम्हाला लिहा.`,
  'checkout.status.seatsHeld': 'तपासणी होईपर्यंत तुमच्या सीट्स तुमच्याच राहतील.',
  'checkout.status.seatsUntil': (p) => `तुमच्या सीट्स ${p.time} पर्यंत तुमच्यासाठी राखून ठेवल्या आहेत.`,
  'checkout.status.cancelled':
    'आयोजकांनी या ऑर्डरमधली एक कॉन्सर्ट रद्द केली आहे. तुमचे पेमेंट नोंदले आहे; आमची टीम त्या कॉन्सर्टचा रिफंड करेल.',
  'checkout.status.cancelled.reason': (p) => `कारण: ${p.reason}`,
  'checkout.status.seatsLost': 'तुमचे पेमेंट नोंदले आहे. काही सीट्स आता रिकाम्या नाहीत; आमची टीम दुसऱ्या सीट्स देईल किंवा रिफंड करेल.',
  'checkout.status.keptNothing': 'तुमचे पेमेंट नोंदले आहे, पण त्यासाठी सीट्स राखून ठेवलेल्या नाहीत. आमची टीम सीट्स देईल किंवा रिफंड करेल.',
  'checkout.status.approved': 'तुमचे पेमेंट मंजूर झाले आहे.',
  'checkout.status.ready': (p) => plural(p.n, 'तुमचे तिकीट तयार आहे.', 'तुमची तिकिटे तयार आहेत.'),
  'checkout.status.rejected': 'तुमचे पेमेंट नाकारले गेले आहे.',
  'checkout.status.lost': 'हे पेमेंट आता दुकानाकडे नाही.',
  'checkout.status.lost.text':
    'आमच्या सर्व्हरकडे आता या ऑर्डरचे पेमेंट नाही; तो जुन्या बॅकअपवरून परत आणलेला असू शकतो. तुमचे पैसे बुडालेले नाहीत: स्क्रीनशॉट पुन्हा निवडून हेच पेमेंट पुन्हा पाठवा, किंवा या पेजवरील ऑर्डर कोड आणि रेफरन्ससह आम्हाला लिहा.',
  'checkout.status.lost.again': 'पुन्हा पाठवा',
  'checkout.status.lost.failed': 'या पेजवरून पाठवता येत नाही. ऑर्डर कोडसह आम्हाला लिहा.',
  'checkout.status.doNotPay': 'पुन्हा पैसे भरू नका.',
  'checkout.status.write': (p) => `मदतीसाठी ऑर्डर कोड ${p.code} सह ${p.email} वर लिहा.`,
  'checkout.status.contact': 'सहाय्याला लिहा',
  'checkout.status.timeout': 'पेमेंट तपासणीची वेळ संपली. कृपया पुन्हा प्रयत्न करा.',
  'checkout.status.timeout.safe': 'तुमचे पेमेंट सुरक्षित आहे आणि त्याची तपासणी सुरू आहे. पुन्हा पैसे भरू नका.',

  'checkout.step.saved': 'या डिव्हाइसवर सेव्ह',
  'checkout.step.inPage': 'फक्त या पेजमध्ये',
  'checkout.step.saved.text': 'रेफरन्स, स्क्रीनशॉट आणि सीट्स',
  'checkout.step.sending': 'पाठवत आहे',
  'checkout.step.sending.waiting': 'इंटरनेटची वाट पाहत आहे',
  'checkout.step.sending.progress': (p) => `स्क्रीनशॉट ${p.percent}% पोहोचला`,
  'checkout.step.sending.now': 'वाटेत आहे',
  'checkout.step.sending.next': (p) => `पुढचा प्रयत्न ${p.time}`,
  'checkout.step.submitted': 'मिळाले',
  'checkout.step.submitted.text': 'रेफरन्स, स्क्रीनशॉट आणि सीट्स मिळाल्या',
  'checkout.step.received.text': 'आमच्या बँक खात्यात मिळाले',
  'checkout.step.checking': 'आमच्या टीमची तपासणी',
  'checkout.step.checking.last': (p) => `आमची टीम बँकेत जमा झालेल्या रकमेशी पडताळते. पेज ${p.ago} अपडेट झाले`,
  'checkout.step.checking.first': 'आमची टीम बँकेत जमा झालेल्या रकमेशी पडताळते. पेज अपडेट होत आहे',
  'checkout.step.checking.next': 'आमची टीम बँकेत जमा झालेल्या रकमेशी पडताळेल',
  'checkout.step.checking.done': 'बँकेत जमा झालेल्या रकमेशी पडताळले',
  'checkout.step.rejected': 'नाकारले',
  'checkout.step.made': 'तिकिटे तयार',
  'checkout.step.made.text': 'ती इथे आणि “माझी तिकिटे” मध्ये दिसतील, आणि इंटरनेटशिवाय उघडतील',
  'checkout.now': 'आता',
  'checkout.secondsAgo': (p) => plural(p.n, '1 सेकंदापूर्वी', `${p.n} सेकंदांपूर्वी`),
  'checkout.justNow': 'आत्ताच',

  'checkout.fact.amount': 'रक्कम',
  'checkout.fact.reference': 'UTR',
  'checkout.fact.reference.other': 'रेफरन्स',
  'checkout.fact.order': 'ऑर्डर',
  'checkout.fact.seats': 'सीट्स',
  'checkout.fact.status': 'स्थिती',
  'checkout.mark.unsent': 'अजून पाठवले नाही',
  'checkout.mark.pending': 'तपासणीत',
  'checkout.mark.approved': 'मंजूर',
  'checkout.mark.rejected': 'नाकारले',
  'checkout.mark.lost': 'दुकानाकडे नाही',
  'checkout.mark.refused': 'स्वीकारले नाही',

  'checkout.success': 'तुमची तिकिटे तयार झाली आहेत!',
  'checkout.success.text': (p) =>
    plural(
      p.n,
      'तुमचे तिकीट “माझी तिकिटे” मध्ये आणि या डिव्हाइसवर आहे; ते इंटरनेटशिवाय उघडते.',
      'तुमची तिकिटे “माझी तिकिटे” मध्ये आणि या डिव्हाइसवर आहेत; ती इंटरनेटशिवाय उघडतात.',
    ),
  'checkout.success.arrive': 'कृपया वैध ओळखपत्र घेऊन 60 मिनिटे आधी पोहोचा.',
  'checkout.success.view': 'माझी तिकिटे पहा',
  'checkout.ticketsFailed': 'तिकिटे तयार करताना चूक झाली. कृपया मदत टीमशी संपर्क साधा.',
  'checkout.ticketsFailed.code': (p) =>
    `त्यांना ऑर्डर कोड ${p.code} सांगा. तुमचे पेमेंट मंजूर आहे आणि काहीही गेलेले नाही: पुन्हा पैसे भरू नका.`,
  'checkout.rejected': 'पेमेंट नाकारले गेले. कृपया योग्य माहितीसह पुन्हा प्रयत्न करा.',
  'checkout.rejected.note': 'आमच्या टीमने लिहिले आहे:',
  'checkout.rejected.money':
    'पैसे तुमच्या खात्यातून गेले असतील तर पुन्हा पैसे भरू नका: “पुन्हा प्रयत्न करा” दाबा आणि रेफरन्स तुमचे UPI ॲप दाखवते तसाच लिहा. गेले नसतील तर त्याच बटणाने पैसे भरू शकता.',
  'checkout.rejected.write': (p) => `पैसे गेले आणि कारण माहीत नाही? ऑर्डर कोड ${p.code} सह ${p.email} वर लिहा.`,
  'checkout.rejected.seatsKept': (p) => `या पेमेंटसाठी ठेवलेल्या सीट्स ${p.time} पर्यंत तुमच्याच राहतील.`,
  'checkout.rejected.seatsFree':
    'त्याच्या सीट्स पुन्हा सर्वांसाठी रिकाम्या आहेत. तुम्ही पुन्हा प्रयत्न केल्यास त्या तुम्हाला अजून मिळतात का ते आम्ही पाहू.',
  'checkout.rejected.tryAgain': 'पुन्हा प्रयत्न करा',
  'checkout.rejected.failed': 'ही ऑर्डर या डिव्हाइसवर पुन्हा उघडता आली नाही.',
}
