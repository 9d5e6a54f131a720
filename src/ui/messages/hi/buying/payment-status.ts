import type { paymentStatus as english } from '../../en/buying/payment-status.ts'
import type { Translation } from '../../messages.ts'
import { plural } from '../count.ts'
import { terms } from '../../../terms.ts'

export const paymentStatus: Translation<typeof english> = {
  'checkout.started': 'भुगतान की जाँच शुरू हो गई',
  'checkout.uploadFailed': 'भुगतान का स्क्रीनशॉट अपलोड नहीं हो पाया। कृपया फिर से कोशिश करें।',
  'checkout.creationFailed': 'भुगतान दर्ज होने की पुष्टि नहीं हो पाई',
  'checkout.willBeSent': 'यह इस डिवाइस पर सेव है और भेज दिया जाएगा।',
  'checkout.willBeSent.page': 'यह इस डिवाइस पर सेव नहीं है। भेजे जाने तक यह पेज खुला रखें।',

  'checkout.status.page': 'आपका भुगतान',
  'checkout.status.unknown': 'यह भुगतान इस डिवाइस पर नहीं है',
  'checkout.status.unknown.text': 'आपके खाते के भुगतान “मेरे टिकट” में हैं।',
  'checkout.status.unsent': 'आपके भुगतान की जानकारी इस डिवाइस पर सेव है।',
  'checkout.status.unsent.page': 'आपके भुगतान की जानकारी सिर्फ़ इसी पेज में है।',
  'checkout.status.unsent.text':
    'इंटरनेट आते ही वह भेज दी जाएगी। आप यह पेज बंद कर सकते हैं; भेजे जाने तक इस ब्राउज़र का डेटा न मिटाएँ।',
  'checkout.status.unsent.reopen':
    'जब इंटरनेट हो और दुकान इस ब्राउज़र में खुली हो, तब वह भेज दी जाएगी। अगर यह पेज बंद करें, तो उसे भेजने के लिए दुकान फिर से खोलें; तब तक इस ब्राउज़र का डेटा न मिटाएँ।',
  'checkout.status.unsent.keepOpen':
    'यह डिवाइस उसे रख नहीं सकता। इंटरनेट आते ही वह यहीं से भेजी जाएगी: हम तक पहुँचने तक यह पेज खुला रखें।',
  'checkout.status.signIn': 'भुगतान की जानकारी भेजने के लिए साइन इन करें।',
  'checkout.status.signIn.text': 'आपका सेशन ख़त्म हो गया है। कुछ नहीं खोया: सब इस डिवाइस पर सेव है।',
  'checkout.status.signIn.action': 'साइन इन करें',
  'checkout.status.refused': 'आपके भुगतान की जानकारी मंज़ूर नहीं हुई।',
  'checkout.status.refused.text': (p) =>
    `बात आपकी लिखी जानकारी की है, पैसों की नहीं। उसे जाँचकर फिर से भेजें। अगर फिर ऐसा हो, तो ऑर्डर कोड ${p.code} के साथ हमें लिखें। दोबारा भुगतान न करें।`,
  'checkout.reason.file': 'स्क्रीनशॉट स्वीकार नहीं हुआ। दूसरी तस्वीर चुनें: JPEG, PNG या WebP, 5 MB से छोटी।',
  'checkout.reason.fileGone': 'स्क्रीनशॉट अब इस डिवाइस पर नहीं है। उसे फिर से चुनें, फिर भेजें।',
  'checkout.reason.invalid': 'रेफ़रेंस पढ़ा नहीं जा सका। UPI ऐप में दिखने वाले 12 अंक वैसे ही लिखें, फिर उसे दोबारा भेजें।',
  'checkout.reason.seat': 'इसकी एक सीट अब हॉल में नहीं है। ऑर्डर कोड के साथ हमें लिखें; आपका भुगतान खोया नहीं है।',
  'checkout.reason.tooMany': () =>
    `इसमें एक श्रेणी की ${terms().seatsPerLine} से ज़्यादा सीटें हैं। ऑर्डर कोड के साथ हमें लिखें; आपका भुगतान खोया नहीं है।`,
  'checkout.reason.account': 'यह ऑर्डर दूसरे खाते से किया गया था। उस खाते में साइन इन करें, या ऑर्डर कोड के साथ हमें लिखें।',
  'checkout.status.edit': 'जाँचें और फिर से भेजें',
  'checkout.status.change': 'जानकारी बदलें',
  'checkout.status.takeBackFailed': 'वापस नहीं लिया जा सका: शायद वह पहुँच चुका है। कृपया फिर से कोशिश करें।',
  'checkout.status.withdraw': 'वापस लें',
  'checkout.status.withdraw.question': 'भुगतान की यह जानकारी वापस लें?',
  'checkout.status.withdraw.text': (p) =>
    `यह इस डिवाइस से हटा दी जाएगी और भेजी नहीं जाएगी। अगर आप भुगतान कर चुके हैं, तो इसे वापस न लें: ऑर्डर कोड ${p.code} के साथ हमें लिखें।`,
  'checkout.status.sendNow': 'अभी भेजें',
  'checkout.status.pending': 'आपके भुगतान की जानकारी मिल गई है और हम उसे जाँच रहे हैं।',
  'checkout.status.pending.text': (p) =>
    `हमारी टीम दुकान के बैंक खाते में आपके पैसे ढूँढती है और फिर आपके टिकट बनाती है। जवाब यहाँ और “मेरे टिकट” में अपने-आप दिखेगा; आप यह पेज बंद कर सकते हैं। ${p.time} तक जवाब न आए, तो हमें लिखें।`,
  'checkout.received': 'भुगतान मिल गया',
  'checkout.received.text': (p) =>
    `आपके पैसे हम तक पहुँच गए हैं; आपको कुछ भेजना नहीं है। हमारी टीम उसे जाँचती है और फिर आपके टिकट बनाती है। जवाब यहाँ और “मेरे टिकट” में अपने-आप दिखेगा; आप यह पेज बंद कर सकते हैं। ${p.time} तक जवाब न आए, तो हमें लिखें।`,
  'checkout.status.seatsHeld': 'जाँच के दौरान आपकी सीटें आपकी ही रहेंगी।',
  'checkout.status.seatsUntil': (p) => `आपकी सीटें ${p.time} तक आपके लिए रखी हैं।`,
  'checkout.status.cancelled':
    'आयोजक ने इस ऑर्डर का एक कॉन्सर्ट रद्द कर दिया है। आपका भुगतान दर्ज है; हमारी टीम उस कॉन्सर्ट का रिफ़ंड करेगी।',
  'checkout.status.cancelled.reason': (p) => `कारण: ${p.reason}`,
  'checkout.status.seatsLost': 'आपका भुगतान दर्ज है। कुछ सीटें अब ख़ाली नहीं हैं; हमारी टीम दूसरी सीटें देगी या रिफ़ंड करेगी।',
  'checkout.status.keptNothing': 'आपका भुगतान दर्ज है, पर इसके लिए कोई सीट रोकी नहीं गई है। हमारी टीम सीटें देगी या रिफ़ंड करेगी।',
  'checkout.status.approved': 'आपका भुगतान स्वीकृत हो गया है।',
  'checkout.status.ready': (p) => (p.n === 1 ? 'आपका टिकट तैयार है।' : 'आपके टिकट तैयार हैं।'),
  'checkout.status.rejected': 'आपका भुगतान अस्वीकृत हो गया है।',
  'checkout.status.lost': 'यह भुगतान अब दुकान के पास नहीं है।',
  'checkout.status.lost.text':
    'हमारे सर्वर के पास अब इस ऑर्डर का कोई भुगतान नहीं है; हो सकता है उसे किसी पुराने बैकअप से लौटाया गया हो। आपके पैसे डूबे नहीं हैं: स्क्रीनशॉट फिर से चुनकर यही भुगतान दोबारा भेजें, या इस पेज पर दिए ऑर्डर कोड और रेफ़रेंस के साथ हमें लिखें।',
  'checkout.status.lost.again': 'दोबारा भेजें',
  'checkout.status.lost.failed': 'इस पेज से नहीं भेजा जा सकता। ऑर्डर कोड के साथ हमें लिखें।',
  'checkout.status.doNotPay': 'दोबारा भुगतान न करें।',
  'checkout.status.write': (p) => `मदद के लिए ऑर्डर कोड ${p.code} के साथ ${p.email} पर लिखें।`,
  'checkout.status.contact': 'सहायता को लिखें',
  'checkout.status.timeout': 'भुगतान की जाँच का समय पूरा हो गया। कृपया फिर से कोशिश करें।',
  'checkout.status.timeout.safe': 'आपका भुगतान सुरक्षित है और उसकी जाँच चल रही है। दोबारा भुगतान न करें।',

  'checkout.step.saved': 'इस डिवाइस पर सेव',
  'checkout.step.inPage': 'सिर्फ़ इसी पेज में',
  'checkout.step.saved.text': 'रेफ़रेंस, स्क्रीनशॉट और सीटें',
  'checkout.step.sending': 'भेजा जा रहा है',
  'checkout.step.sending.waiting': 'इंटरनेट का इंतज़ार',
  'checkout.step.sending.progress': (p) => `स्क्रीनशॉट ${p.percent}% पहुँचा`,
  'checkout.step.sending.now': 'रास्ते में है',
  'checkout.step.sending.next': (p) => `अगली कोशिश ${p.time}`,
  'checkout.step.submitted': 'मिल गया',
  'checkout.step.submitted.text': 'रेफ़रेंस, स्क्रीनशॉट और सीटें मिल गईं',
  'checkout.step.received.text': 'हमारे बैंक खाते में मिल गया',
  'checkout.step.checking': 'हमारी टीम की जाँच',
  'checkout.step.checking.last': (p) => `हमारी टीम बैंक में आई राशि से मिलान करती है। पेज ${p.ago} अपडेट हुआ`,
  'checkout.step.checking.first': 'हमारी टीम बैंक में आई राशि से मिलान करती है। पेज अपडेट हो रहा है',
  'checkout.step.checking.next': 'हमारी टीम बैंक में आई राशि से मिलान करेगी',
  'checkout.step.checking.done': 'बैंक में आई राशि से मिलान हो गया',
  'checkout.step.rejected': 'अस्वीकृत',
  'checkout.step.made': 'टिकट बने',
  'checkout.step.made.text': 'वे यहाँ और “मेरे टिकट” में दिखेंगे, और बिना इंटरनेट खुलेंगे',
  'checkout.now': 'अभी',
  'checkout.secondsAgo': (p) => `${p.n} सेकंड पहले`,
  'checkout.justNow': 'अभी-अभी',

  'checkout.fact.amount': 'राशि',
  'checkout.fact.reference': 'UTR',
  'checkout.fact.reference.other': 'रेफ़रेंस',
  'checkout.fact.order': 'ऑर्डर',
  'checkout.fact.seats': 'सीटें',
  'checkout.fact.status': 'स्थिति',
  'checkout.mark.unsent': 'अभी नहीं भेजा',
  'checkout.mark.pending': 'जाँच में',
  'checkout.mark.approved': 'स्वीकृत',
  'checkout.mark.rejected': 'अस्वीकृत',
  'checkout.mark.lost': 'दुकान के पास नहीं',
  'checkout.mark.refused': 'मंज़ूर नहीं हुआ',

  'checkout.success': 'आपके टिकट बन गए हैं!',
  'checkout.success.text': (p) =>
    `${p.n === 1 ? 'आपका टिकट' : 'आपके टिकट'} “मेरे टिकट” में और इस डिवाइस पर ${plural(p.n, 'है; वह', 'हैं; वे')} बिना इंटरनेट ${p.n === 1 ? 'खुलता है' : 'खुलते हैं'}।`,
  'checkout.success.arrive': 'कृपया मान्य पहचान पत्र लेकर 60 मिनट पहले पहुँचें।',
  'checkout.success.view': 'मेरे टिकट देखें',
  'checkout.ticketsFailed': 'टिकट बनाने में गड़बड़ हुई। कृपया सहायता टीम से संपर्क करें।',
  'checkout.ticketsFailed.code': (p) =>
    `उन्हें ऑर्डर कोड ${p.code} बताएँ। आपका भुगतान स्वीकृत है और कुछ नहीं खोया: दोबारा भुगतान न करें।`,
  'checkout.rejected': 'भुगतान अस्वीकृत हो गया। कृपया सही जानकारी के साथ फिर से कोशिश करें।',
  'checkout.rejected.note': 'हमारी टीम ने लिखा है:',
  'checkout.rejected.money':
    'अगर पैसे आपके खाते से निकल चुके हैं, तो दोबारा भुगतान न करें: “फिर से कोशिश करें” दबाएँ और रेफ़रेंस वैसे ही लिखें जैसे आपका UPI ऐप दिखाता है। अगर नहीं निकले, तो उसी बटन से भुगतान कर सकते हैं।',
  'checkout.rejected.write': (p) => `पैसे निकल गए और वजह नहीं पता? ऑर्डर कोड ${p.code} के साथ ${p.email} पर लिखें।`,
  'checkout.rejected.seatsKept': (p) => `इस भुगतान के लिए रखी गई सीटें ${p.time} तक आपकी रहेंगी।`,
  'checkout.rejected.seatsFree':
    'इसकी सीटें फिर सबके लिए ख़ाली हैं। आप फिर कोशिश करेंगे तो हम देखेंगे कि वे आपको अब भी मिल सकती हैं या नहीं।',
  'checkout.rejected.tryAgain': 'फिर से कोशिश करें',
  'checkout.rejected.failed': 'यह ऑर्डर इस डिवाइस पर फिर से नहीं खुल पाया।',
}
