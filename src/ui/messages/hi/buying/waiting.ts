import type { waiting as english } from '../../en/buying/waiting.ts'
import { plural, seats as seatCount } from '../count.ts'
import type { Translation } from '../../messages.ts'

const seats = (n: number, standing: boolean): string => (standing ? `${n} ${plural(n, 'जगह', 'जगहें')}` : seatCount(n))

export const waiting: Translation<typeof english> = {
  'waiting.join': 'वेटिंग लिस्ट में जुड़ें',
  'waiting.joinOf': (p) => `वेटिंग लिस्ट में जुड़ें, ${p.category}`,
  'waiting.noneTogether': 'साथ-साथ सीटों का इंतज़ार करें',
  'waiting.title': (p) => `वेटिंग लिस्ट: ${p.category}`,
  'waiting.text':
    'सीटें ख़ाली होने पर हम उन्हें लिस्ट में सबसे आगे उस व्यक्ति को देते हैं जिसे उतनी ही चाहिए। आपको संदेश मिलता है और भुगतान के लिए कुछ समय। इंतज़ार के पैसे नहीं लगते, पर हो सकता है कि सीटें ख़ाली न हों।',
  'waiting.people': 'कितनी सीटें?',
  'waiting.places': 'कितनी जगहें?',
  'waiting.most': (p) => `1 से ${p.n} तक।`,
  'waiting.fewer': 'एक कम',
  'waiting.more': 'एक और',
  'waiting.together': 'साथ-साथ, वरना नहीं',
  'waiting.together.hint': 'इसके बिना अलग-अलग जगह की सीटें भी मिल सकती हैं।',
  'waiting.joining': 'जोड़ा जा रहा है...',
  'waiting.account': 'लिस्ट के लिए खाता चाहिए: संदेश आप तक उसी से पहुँचता है।',
  'waiting.network': 'जुड़ने के लिए इंटरनेट चाहिए: आपका नंबर सर्वर देता है।',
  'waiting.done': 'हो गया',

  'waiting.wish': (p) =>
    `आप ${seats(p.n, p.standing)} का इंतज़ार कर रहे हैं${p.together && !p.standing && p.n > 1 ? ', साथ-साथ' : ''}।`,
  'waiting.before': (p) =>
    p.n === 0 ? 'लिस्ट में आप सबसे आगे हैं।' : p.n === 1 ? 'आपसे पहले 1 व्यक्ति है।' : `आपसे पहले ${p.n} लोग हैं।`,
  'waiting.leave': 'लिस्ट छोड़ें',
  'waiting.leave.question': 'वेटिंग लिस्ट छोड़ें?',
  'waiting.leave.text': 'आपका नंबर चला जाएगा। फिर से जुड़ने पर आप सबसे आख़िर में होंगे।',
  'waiting.leave.stay': 'लिस्ट में रहें',
  'waiting.leaving': 'छोड़ा जा रहा है...',
  'waiting.left': 'आप अब वेटिंग लिस्ट में नहीं हैं।',

  'waiting.offer': (p) => `आपके लिए ${seats(p.n, p.standing)}`,
  'waiting.offer.until': (p) => `${p.when} तक आपके लिए रखी हैं। ${p.minutes} मिनट बाक़ी।`,
  'waiting.offer.price': (p) => `सब मिलाकर ${p.amount}।`,
  'waiting.offer.take': (p) => (p.n === 1 ? 'सीट लें' : 'सीटें लें'),
  'waiting.offer.taking': 'खुल रहा है...',
  'waiting.offer.no': 'नहीं चाहिए',
  'waiting.offer.no.question': 'ये सीटें छोड़ दें?',
  'waiting.offer.no.text': 'सीटें अगले व्यक्ति को मिलेंगी, और आप लिस्ट में नहीं रहेंगे।',
  'waiting.offer.no.keep': 'अपने पास रखें',
  'waiting.offer.no.sending': 'छोड़ा जा रहा है...',
  'waiting.offer.no.done': 'सीटें छोड़ दी गईं। बताने के लिए धन्यवाद।',
  'waiting.offer.over': 'इन सीटों को लेने का समय बीत गया।',
  'waiting.offer.submitted': 'इन सीटों के लिए आपके भुगतान की जाँच चल रही है।',
  'waiting.offer.follow': 'देखें',
  'waiting.offer.unknown': 'यह कॉन्सर्ट अभी इस डिवाइस पर नहीं है। इंटरनेट चालू करके फिर से कोशिश करें।',
  'waiting.over.lapsed': (p) =>
    `${seats(p.n, p.standing)} मिल रही थीं, पर भुगतान समय पर नहीं हुआ। आप फिर से लिस्ट में जुड़ सकते हैं।`,
  'waiting.over.rejected': (p) => `${seats(p.n, p.standing)} का भुगतान स्वीकृत नहीं हुआ। आप फिर से लिस्ट में जुड़ सकते हैं।`,
  'waiting.again': 'फिर से जुड़ें',
  'waiting.mine': 'वेटिंग लिस्ट',

  'waiting.failed.offline': 'सर्वर से जवाब नहीं मिला। इसके लिए इंटरनेट चाहिए: इंटरनेट आने पर फिर से कोशिश करें।',
  'waiting.failed.free': 'ऐसी सीटें अभी ख़ाली हैं: आप उन्हें तुरंत बुक कर सकते हैं।',
  'waiting.failed.closed': 'यह कॉन्सर्ट अभी नहीं बिक रहा, इसलिए वेटिंग लिस्ट नहीं है।',
  'waiting.failed.many': 'आप बहुत सारी वेटिंग लिस्ट में हैं। पहले एक छोड़ें।',
  'waiting.failed.hour': 'आप बहुत बार वेटिंग लिस्ट में जुड़ चुके हैं। एक घंटे बाद फिर कोशिश करें।',
  'waiting.failed.other': 'आप इस श्रेणी की दूसरी सीटों का इंतज़ार पहले से कर रहे हैं। पहले वह लिस्ट छोड़ें।',
  'waiting.failed.submitted': 'आपके भुगतान की जाँच चल रही है, इसलिए यह अभी नहीं बदल सकता।',
  'waiting.failed.turn': 'इस कॉन्सर्ट की कतार है: अपनी बारी आने पर आप वेटिंग लिस्ट में जुड़ सकते हैं।',
  'waiting.failed.signIn': 'फिर से साइन इन करें, और दोबारा कोशिश करें।',
  'waiting.failed': 'यह नहीं हुआ। फिर से कोशिश करें।',

  'waiting.hold.until': (p) => `${p.time} तक आपके लिए`,
  'waiting.hold.over': 'इन सीटों को लेने का समय बीत गया।',
  'waiting.hold.offline': 'इंटरनेट नहीं है, इसलिए पक्का नहीं हो सका कि सीटें अब भी आपके लिए हैं।',
  'waiting.refused.title': 'इन सीटों को लेने का समय बीत गया',
  'waiting.refused.text': (p) =>
    `सीटें लिस्ट के अगले व्यक्ति को मिल गईं। अगर आपने ऑर्डर ${p.code} के पैसे भेज दिए हैं, तो अपना रेफ़रेंस भेजें: पैसे खोए नहीं हैं।`,
  'waiting.refused.tickets': 'मेरे टिकट पर जाएँ',
}
