import type { app as english } from '../en/app.ts'
import type { Translation } from '../messages.ts'
import { tickets } from './count.ts'

export const app: Translation<typeof english> = {
  'app.skip': 'सीधे सामग्री पर जाएँ',
  'app.home': 'होम',
  'app.concerts': 'कॉन्सर्ट',
  'app.about': 'हमारे बारे में',
  'app.contact': 'संपर्क',
  'app.tickets': 'टिकट',
  'app.cart': 'कार्ट',
  'app.cartCount': (p) => (p.n === 0 ? 'कार्ट, ख़ाली' : `कार्ट, ${tickets(p.n)}`),
  'app.nav': 'मुख्य मेन्यू',
  'app.tabs': 'विभाग',
  'app.homeLink': (p) => `${p.shop}, होम`,
  'app.indiaTime': 'सभी समय भारतीय समय हैं',

  'app.language': 'भाषा',
  'app.language.failed': (p) => `${p.name} अभी इस डिवाइस पर नहीं है। इंटरनेट होने पर इसे फिर से चुनें।`,

  'app.theme': 'थीम',
  'app.theme.light': 'लाइट',
  'app.theme.dark': 'डार्क',
  'app.theme.system': 'सिस्टम',

  'app.search': 'खोजें',
  'app.search.placeholder': 'कलाकार, शहर या जगह',
  'app.search.find': 'कॉन्सर्ट खोजें',
  'app.search.artists': 'कलाकार',
  'app.search.cities': 'शहर',
  'app.search.venues': 'जगहें',
  'app.search.genres': 'शैलियाँ',
  'app.search.none': (p) => `“${p.text}” के लिए कुछ नहीं मिला`,
  'app.search.found': (p) => `${p.n} सुझाव`,
  'app.search.count': (p) => `${p.n} कॉन्सर्ट`,

  'app.account': 'खाता',
  'app.accountOf': (p) => `${p.name} का खाता`,
  'app.signIn': 'साइन इन करें',
  'app.getStarted': 'शुरू करें',
  'app.myTickets': 'मेरे टिकट',
  'app.profile': 'प्रोफ़ाइल',
  'app.settings': 'सेटिंग',
  'app.helpCenter': 'सहायता केंद्र',
  'app.adminPanel': 'एडमिन पैनल',
  'app.scanner': 'स्कैनर',
  'app.signOut': 'साइन आउट करें',

  'app.footer.line': 'कॉन्सर्ट के टिकट, अपनी चुनी सीट पर, UPI से भुगतान।',
  'app.footer.quick': 'झटपट लिंक',
  'app.footer.events': 'आने वाले इवेंट',
  'app.footer.support': 'सहायता',
  'app.footer.contact': 'हमसे संपर्क करें',
  'app.footer.faq': 'अक्सर पूछे जाने वाले सवाल',
  'app.footer.supportPage': 'सहायता टीम से बात करें',
  'app.footer.terms': 'शर्तें',
  'app.footer.privacy': 'निजता',
  'app.footer.refunds': 'रिफ़ंड',
  'app.footer.grievance': (p) => `शिकायत अधिकारी: ${p.name}`,
  'app.footer.social': 'हम यहाँ भी हैं',
  'app.footer.whatsapp': 'WhatsApp',

  'app.update': 'नया वर्शन तैयार है।',
  'app.update.action': 'रीलोड करें',

  'app.memory':
    'यह ब्राउज़र दुकान को कुछ भी सेव नहीं करने देता। टैब बंद करते ही यहाँ किया हुआ सब मिट जाएगा, और जो भुगतान भेजा नहीं गया वह भी उसी के साथ चला जाएगा।',

  'app.notFound': 'पेज नहीं मिला',
  'app.notFound.text': 'इस पते पर कुछ नहीं है। हो सकता है पता ग़लत लिखा गया हो या पेज कहीं और चला गया हो।',
  'app.notFound.action': 'सभी कॉन्सर्ट देखें',
  'app.missing': 'यह पेज लोड नहीं हो सका',
  'app.missing.text':
    'यह इस डिवाइस पर नहीं रखा है और इसके लिए नेटवर्क चाहिए। आपके कार्ट में जो है और आपने जो भेजा है, वह यहाँ सुरक्षित है।',
  'app.broken': 'कुछ गड़बड़ हो गई',
  'app.broken.text': 'यह पेज रुक गया। आपके कार्ट में जो है और आपने जो भेजा है, वह इस डिवाइस पर सुरक्षित है।',
  'app.broken.reload': 'पेज रीलोड करें',
  'app.broken.home': 'होम पेज पर जाएँ',
}
