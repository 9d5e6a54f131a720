import type { checkout as english } from '../../en/buying/checkout.ts'
import type { Translation } from '../../messages.ts'
import { terms } from '../../../terms.ts'
import { plural } from '../count.ts'

export const checkout: Translation<typeof english> = {
  'checkout.page': 'चेकआउट',
  'checkout.title': 'UPI से भुगतान करें',
  'checkout.openFailed': 'आपका ऑर्डर इस डिवाइस पर नहीं खुल पाया।',

  'checkout.hold.until': (p) => `सीटें ${p.time} तक आपके लिए रोकी गई हैं`,
  'checkout.hold.left': (p) => `${p.left} बाक़ी`,
  'checkout.hold.extend': () => `${terms().extensionMinutes} मिनट और रोकें`,
  'checkout.hold.extending': 'रोकी जा रही हैं...',
  'checkout.hold.extended': (p) => `आपकी सीटें ${p.time} तक रोकी गई हैं।`,
  'checkout.hold.extendFailed': 'समय बढ़ाया नहीं जा सका। आप फिर भी भुगतान करके जानकारी भेज सकते हैं।',
  'checkout.hold.holding': 'आपकी सीटें रोकी जा रही हैं…',
  'checkout.hold.announce': (p) => `आपकी सीटें और ${p.minutes} मिनट तक रोकी गई हैं।`,
  'checkout.hold.over': 'आपकी सीटें रोकने का समय ख़त्म हो गया है।',
  'checkout.hold.over.text': 'अगर आप भुगतान कर चुके हैं, तो अपना रेफ़रेंस भेज दें: कुछ नहीं खोएगा।',
  'checkout.hold.again': 'सीटें फिर से रोकें',
  'checkout.hold.again.unpaid': 'अभी भुगतान नहीं किया: सीटें फिर से रोकें',
  'checkout.hold.offline': 'आपकी सीटें अभी रोकी नहीं गई हैं: इंटरनेट नहीं है।',
  'checkout.hold.offline.text':
    'हम अपने आप फिर कोशिश करते रहेंगे। आप अभी भुगतान की जानकारी भर सकते हैं; इंटरनेट आते ही वह भेज दी जाएगी।',

  'checkout.taken.title': (p) => (p.n === 1 ? 'एक सीट अब ख़ाली नहीं है' : `${p.n} सीटें अब ख़ाली नहीं हैं`),
  'checkout.taken.text': 'किसी और ने पहले बुक कर लिया। आपकी बाक़ी सीटें अब भी चुनी हुई हैं।',
  'checkout.taken.text.all': 'किसी और ने पहले बुक कर लिया। इस कॉन्सर्ट के लिए दूसरी सीटें चुनें।',
  'checkout.taken.text.own':
    'ये आपके ही किसी दूसरे ऑर्डर में रोकी गई हैं, किसी और ब्राउज़र या डिवाइस पर। वहाँ भुगतान करें या दूसरी चुनें; वह समय ख़त्म होने पर ये फिर ख़ाली हो जाएँगी।',
  'checkout.taken.seats': (p) => `${p.category}: ${p.named ? '' : 'सीट '}${p.list}`,
  'checkout.taken.instead': (p) => `${p.lost} की जगह ${p.seat} लें`,
  'checkout.taken.continue': (p) => (p.n === 1 ? 'बाक़ी एक सीट के साथ आगे बढ़ें' : `बाक़ी ${p.n} सीटों के साथ आगे बढ़ें`),
  'checkout.taken.standing.title': (p) =>
    p.left === 0 ? 'कोई जगह नहीं बची है' : `सिर्फ़ ${p.left} ${plural(p.left, 'जगह बची है', 'जगहें बची हैं')}`,
  'checkout.taken.standing.text': 'किसी और ने पहले बुक कर लिया।',
  'checkout.taken.standing.line': (p) =>
    p.left === 0
      ? `${p.category}: कोई जगह नहीं बची है, आपको ${p.wanted} चाहिए`
      : `${p.category}: ${p.left} ${plural(p.left, 'जगह बची है', 'जगहें बची हैं')}, आपको ${p.wanted} चाहिए`,
  'checkout.taken.standing.continue': (p) => `${p.n} ${plural(p.n, 'जगह लें', 'जगहें लें')}`,
  'checkout.taken.choose': 'दूसरी सीट चुनें',
  'checkout.signIn.title': 'सीटें रोकने के लिए फिर से साइन इन करें',
  'checkout.signIn.text': 'आपका सेशन ख़त्म हो गया है। आपका कार्ट और आपने जो भरा है, सब इस डिवाइस पर है।',
  'checkout.tooLong.title': 'ये सीटें अब और नहीं रोकी जा सकतीं',
  'checkout.tooLong.text': () =>
    `एक घंटे में सीटें ${terms().heldMinutesAnHour} मिनट तक रोकी जा सकती हैं, और आपका यह समय पूरा हो गया है। अब ये सबके लिए ख़ाली हैं; बाद में फिर कोशिश करें या दूसरी चुनें।`,
  'checkout.tooMany.title': 'एक साथ बहुत ज़्यादा सीटें हैं',
  'checkout.tooMany.text': () =>
    `आपके नाम पर एक साथ ${terms().seatsPerCustomer} सीटें तक रोकी या जाँच में हो सकती हैं। कार्ट से कुछ हटाएँ, या किसी भुगतान की जाँच पूरी होने तक रुकें।`,
  'checkout.notOnSale.title': 'इस इवेंट की बिक्री बंद हो चुकी है।',
  'checkout.notOnSale.text': 'बाक़ी के साथ आगे बढ़ने के लिए इसके टिकट कार्ट से हटाएँ।',
  'checkout.notNow.title': 'इनमें से कुछ टिकट अभी नहीं बिक रहे।',
  'checkout.notOnSale.paid': (p) =>
    `इसके लिए भुगतान न करें। अगर कर चुके हैं, तो भी अपना रेफ़रेंस भेज दें (ऑर्डर ${p.code}): हमारी टीम उसे देखकर रिफ़ंड करेगी।`,
  'checkout.notOnSale.continue.unpaid': (p) =>
    `अभी भुगतान नहीं किया: ${p.n === 1 ? 'बाक़ी सीट' : `बाक़ी ${p.n} सीटों`} के साथ आगे बढ़ें`,
  'checkout.refused.title': 'आपकी सीटें रोकी नहीं जा सकीं',
  'checkout.refused.text': (p) => `कार्ट पर वापस जाकर फिर से चुनें। अगर फिर ऐसा हो, तो हमें ऑर्डर कोड ${p.code} बताएँ।`,
  'checkout.retry': 'फिर से कोशिश करें',
  'checkout.toCart': 'कार्ट पर वापस जाएँ',
  'checkout.toTickets': 'मेरे टिकट पर जाएँ',
  'checkout.paidAlready': 'मैं भुगतान कर चुका/चुकी हूँ',

  'checkout.free.title': 'अपने टिकट लें',
  'checkout.free.nothing': 'कुछ भुगतान नहीं करना है',
  'checkout.free.text': 'ये टिकट मुफ़्त हैं। ये आपको तुरंत मिल जाएँगे।',
  'checkout.free.take': 'टिकट लें',
  'checkout.free.taking': 'आपके टिकट बन रहे हैं…',
  'checkout.free.failed': 'टिकट अभी नहीं मिले। कृपया फिर से कोशिश करें।',
  'checkout.free.offline': 'टिकट के लिए इंटरनेट चाहिए। आपका ऑर्डर इस डिवाइस पर रहेगा।',
  'checkout.free.limit': () => `एक श्रेणी के ${terms().seatsPerLine} मुफ़्त टिकट मिल सकते हैं। कम चुनें, या जो हैं उनका उपयोग करें।`,

  'checkout.begun.list': 'अधूरे ऑर्डर',
  'checkout.begun.mark': 'अधूरा',
  'checkout.begun.order': (p) => `ऑर्डर ${p.code}, ${p.amount}।`,
  'checkout.begun.text':
    'अगर भुगतान कर दिया है, तो अपने रेफ़रेंस और स्क्रीनशॉट के साथ इसे पूरा करें। अगर कोई भुगतान नहीं किया, तो इसे छोड़ दें।',
  'checkout.begun.title': 'आपने इन सीटों का भुगतान शुरू कर दिया है',
  'checkout.begun.explain':
    'आपके कार्ट की कुछ सीटें एक ऐसे ऑर्डर की हैं जिसका भुगतान आपने शुरू किया था। वह ऑर्डर पूरा करें, या उसे छोड़कर अपने कार्ट के साथ आगे बढ़ें। एक ही सीट का दो बार भुगतान न करें।',
  'checkout.begun.finish': (p) => `ऑर्डर ${p.code} पूरा करें`,
  'checkout.begun.giveUp': 'छोड़ दें',
  'checkout.begun.giveUp.order': (p) => `ऑर्डर ${p.code} छोड़ दें`,
  'checkout.begun.giveUp.question': (p) => `ऑर्डर ${p.code} छोड़ दें?`,
  'checkout.begun.giveUp.text':
    'तभी, जब आपने इसका भुगतान नहीं किया हो। आपने जो भरा है वह इस डिवाइस से मिट जाएगा, और इसकी सीटें सबके लिए ख़ाली हो जाएँगी।',
  'checkout.begun.done': (p) => `ऑर्डर ${p.code} छोड़ दिया गया है।`,
  'checkout.begun.failed': 'इस डिवाइस पर ऑर्डर छोड़ा नहीं जा सका। कृपया फिर से कोशिश करें।',

  'checkout.amount.title': 'ठीक इतनी ही राशि भेजें',
  'checkout.amount.ifNotPaid': 'अगर इस ऑर्डर का भुगतान अभी नहीं किया है',
  'checkout.amount.to': (p) => `${p.payee} को · ऑर्डर कोड ${p.code}`,
  'checkout.amount.changed': (p) => `दाम बदल गया है: ${p.before} की जगह ${p.now}।`,
  'checkout.app.title': 'अपना UPI ऐप खोलें',
  'checkout.app.text': 'इसी फ़ोन पर, राशि भरी हुई मिलेगी।',
  'checkout.app.pay': 'UPI ऐप में भुगतान करें',
  'checkout.app.payWith': (p) => `${p.app} से भुगतान करें`,
  'checkout.app.nothing': 'कोई UPI ऐप नहीं खुला। QR स्कैन करें, या UPI आईडी और राशि कॉपी करें।',
  'checkout.scan.title': 'QR स्कैन करें',
  'checkout.scan.text': 'किसी भी UPI ऐप से, दूसरी स्क्रीन पर से।',
  'checkout.scan.save': 'QR सेव करें',
  'checkout.scan.saved': 'QR सेव हो गया। अपने UPI ऐप में स्कैन खोलें, फिर तस्वीरों में से इसे चुनें।',
  'checkout.scan.saveFailed': 'QR सेव नहीं हो सका। UPI आईडी और राशि कॉपी करें।',
  'checkout.limit':
    'UPI ऐप आम तौर पर एक बार में ज़्यादा से ज़्यादा ₹1,00,000 भेजते हैं। अगर आपका ऐप यह राशि न भेजे, तो टुकड़ों में भुगतान न करें: वापस जाकर एक ऑर्डर में कम सीटें बुक करें।',
  'checkout.scan.alt': (p) => `${p.payee} को ${p.amount} देने का QR कोड, UPI आईडी ${p.vpa}`,
  'checkout.copy.title': 'कॉपी करके भुगतान करें',
  'checkout.copy.text': 'पूरी राशि, पैसे समेत।',
  'checkout.copy.id': 'UPI आईडी कॉपी करें',
  'checkout.copy.amount': 'राशि कॉपी करें',
  'checkout.copy.idDone': 'UPI आईडी कॉपी हो गई!',
  'checkout.copy.amountDone': 'राशि कॉपी हो गई!',
  'checkout.copy.failed': 'यहाँ कॉपी नहीं हो सकता। कॉपी करने के लिए लिखे हुए पर दबाकर रखें।',
  'checkout.payee.missing': 'UPI आईडी अभी इस डिवाइस पर नहीं आई है। इंटरनेट से जुड़ें, वह यहाँ दिखने लगेगी।',

  'checkout.reopened': 'अगर इस ऑर्डर के पैसे आपके खाते से निकल चुके हैं, तो उसकी जानकारी यहाँ ठीक करके फिर से जमा करें।',
  'checkout.reference.title': 'UPI रेफ़रेंस नंबर लिखें',
  'checkout.reference.label': 'UTR, 12 अंक',
  'checkout.reference.hint': 'अपने UPI ऐप में भुगतान खोलें। इस नंबर का नाम UTR, RRN या UPI transaction ID होता है।',
  'checkout.reference.none': 'अपने भुगतान का UPI रेफ़रेंस नंबर लिखें।',
  'checkout.reference.digits': (p) => `UPI रेफ़रेंस में 12 अंक होते हैं। आपने ${p.n} लिखे हैं।`,
  'checkout.reference.letters': 'UPI रेफ़रेंस में 12 अंक होते हैं और कुछ नहीं। अपने UPI ऐप में UTR या RRN देखें।',
  'checkout.reference.phonepe': 'यह PhonePe की अपनी आईडी है। PhonePe में भुगतान खोलें और UTR नाम का नंबर कॉपी करें।',
  'checkout.reference.googlePay':
    'यह Google Pay की अपनी आईडी है। Google Pay में भुगतान खोलें और UPI transaction ID नाम का नंबर कॉपी करें।',
  'checkout.reference.tooLong': 'रेफ़रेंस में ज़्यादा से ज़्यादा 64 अक्षर हो सकते हैं। सिर्फ़ UTR कॉपी करें।',
  'checkout.reference.unprintable': 'सिर्फ़ अंग्रेज़ी अक्षर, अंक और चिह्न भेजे जा सकते हैं। सिर्फ़ UTR कॉपी करें।',
  'checkout.reference.use': (p) => `${p.value} इस्तेमाल करें`,
  'checkout.reference.sendAnyway': 'फिर भी भेजें',
  'checkout.reference.correct': 'ठीक करें',
  'checkout.reference.sendAnyway.question': (p) => `${p.value} को अपने रेफ़रेंस के रूप में भेजें?`,
  'checkout.reference.sendAnyway.text':
    'यह नंबर बैंक की सूची में नहीं मिलेगा, इसलिए हमारी टीम को आपका भुगतान एक-एक करके ढूँढना पड़ेगा।',
  'checkout.reference.asTyped': 'जैसा लिखा है वैसा ही भेजा जाएगा। हमारी टीम आपका भुगतान एक-एक करके ढूँढेगी।',
  'checkout.reference.used': (p) => `यह रेफ़रेंस आप ऑर्डर ${p.code} के साथ पहले ही भेज चुके हैं।`,

  'checkout.screenshot.title': 'भुगतान का स्क्रीनशॉट जोड़ें',
  'checkout.screenshot.choose': 'स्क्रीनशॉट चुनें',
  'checkout.screenshot.none': 'भुगतान का स्क्रीनशॉट जोड़ें।',
  'checkout.screenshot.reading': 'तस्वीर पढ़ी जा रही है…',
  'checkout.screenshot.kept': (p) => `${p.size} · भुगतान पर फ़ैसला होने तक इस डिवाइस पर रहेगी`,
  'checkout.screenshot.inPage': (p) => `${p.size} · सिर्फ़ इसी पेज में है`,
  'checkout.screenshot.alt': 'आपका स्क्रीनशॉट',
  'checkout.screenshot.replace': 'बदलें',
  'checkout.screenshot.hint': (p) =>
    `5MB से छोटी तस्वीर। इसे सिर्फ़ भुगतान जाँचने वाली हमारी टीम देख सकती है, और यह ${p.days} दिन बाद मिटा दी जाती है।`,
  'checkout.screenshot.hint.plain': '5MB से छोटी तस्वीर। इसे सिर्फ़ भुगतान जाँचने वाली हमारी टीम देख सकती है।',
  'checkout.screenshot.notImage': 'कृपया कोई तस्वीर (इमेज फ़ाइल) चुनें',
  'checkout.screenshot.tooLarge': 'फ़ाइल 5MB से छोटी होनी चाहिए',
  'checkout.screenshot.notStored': 'तस्वीर इस डिवाइस पर नहीं रखी जा सकी। उसे फिर से चुनें।',
  'checkout.screenshot.keepOpen': 'यह डिवाइस तस्वीर नहीं रखता। भेजे जाने तक यह पेज खुला रखें।',
  'checkout.screenshot.unreadable': 'यह डिवाइस अब तस्वीर को पढ़ नहीं पा रहा। उसे फिर से चुनें।',

  'checkout.both': 'कृपया ट्रांज़ैक्शन आईडी और स्क्रीनशॉट दोनों दें',
  'checkout.submit': 'जाँच के लिए भेजें',
  'checkout.submitting': 'भेजा जा रहा है...',
  'checkout.submitFailed': 'भुगतान की जानकारी नहीं भेजी जा सकी। कृपया फिर से कोशिश करें।',
  'checkout.full': 'इस डिवाइस में जगह नहीं है।',
  'checkout.full.free': 'थोड़ी जगह ख़ाली करें, ताकि आपका टिकट यहाँ रखा जा सके।',
  'checkout.full.tickets': 'आपके टिकट बन गए हैं और आपके खाते में सुरक्षित हैं। थोड़ी जगह ख़ाली करें, वे यहाँ दिखने लगेंगे।',
  'checkout.storeFailed':
    'इस ब्राउज़र में दुकान का डेटा अभी पढ़ा नहीं जा सका। आपने जो भरा है वह यहीं है: थोड़ी देर में फिर से भेजें। दोबारा भुगतान न करें।',
  'checkout.notKept': 'यह डिवाइस आपका लिखा हुआ नहीं रखता। भेजे जाने तक यह पेज खुला रखें।',
  'checkout.lines': 'आप किसके लिए भुगतान कर रहे हैं',
  'checkout.line.seats': (p) => `${p.category} · ${p.list}`,
}
