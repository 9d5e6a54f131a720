import type { invitation as english } from '../../en/account/invitation.ts'
import type { Translation } from '../../messages.ts'

export const invitation: Translation<typeof english> = {
  'invitation.title': 'स्टाफ़ के लिए आमंत्रण',
  'invitation.for': (p) => `${p.name} के लिए`,
  'invitation.loading': 'आमंत्रण पढ़ा जा रहा है...',
  'invitation.unread': 'आमंत्रण पढ़ा नहीं जा सका।',
  'invitation.again': 'फिर से कोशिश करें',

  'invitation.none': 'इस लिंक में कोई आमंत्रण नहीं है',
  'invitation.none.text': 'जैसा भेजा गया था, पूरा लिंक फिर से खोलें, या नया लिंक माँगें।',
  'invitation.used': 'यह आमंत्रण इस्तेमाल हो चुका है',
  'invitation.used.text': 'किसी ने इसे स्वीकार कर लिया है, और यह एक ही बार चलता है। वह आप नहीं थे तो नया लिंक माँगें।',
  'invitation.expired': 'इस आमंत्रण का समय समाप्त हो गया है',
  'invitation.revoked': 'यह आमंत्रण वापस ले लिया गया है',
  'invitation.askAgain': 'जिसने भेजा था, उससे नया लिंक माँगें।',

  'invitation.by': (p) => `${p.name} आपको ${p.shop} के साथ काम करने के लिए बुला रहे हैं।`,
  'invitation.byShop': (p) => `आपको ${p.shop} के साथ काम करने के लिए बुलाया गया है।`,
  'invitation.role': 'आपका काम',
  'invitation.role.admin': 'एडमिन',
  'invitation.role.gate': 'गेट',
  'invitation.role.box_office': 'टिकट खिड़की',
  'invitation.gives.admin': 'आप कंसोल में सब कुछ कर सकते हैं: इवेंट, दाम, भुगतान, रिफ़ंड, लोग और सेटिंग।',
  'invitation.gives.gate': 'आप गेट पर टिकट स्कैन करते हैं। आपको इन इवेंट के टिकट दिखते हैं, और कुछ नहीं।',
  'invitation.gives.box_office': 'आप इन इवेंट की टिकट खिड़की पर टिकट बेचते हैं, और कुछ नहीं देखते।',
  'invitation.events': 'कहाँ',
  'invitation.events.all': 'हर इवेंट',
  'invitation.events.none': 'बाद में बताया जाएगा',
  'invitation.until': 'कब तक',
  'invitation.until.none': 'जब तक स्टाफ़ समाप्त न करे',
  'invitation.valid': (p) => `लिंक एक बार चलता है, ${p.until} तक।`,

  'invitation.account': 'स्वीकार करने के लिए खाता चाहिए। “स्वीकार करें” दबाने से पहले कुछ स्वीकार नहीं होता।',
  'invitation.signIn': 'साइन इन करें',
  'invitation.register': 'खाता बनाएँ',
  'invitation.as': (p) => `आप ${p.email} से साइन इन हैं। यह काम इसी खाते को मिलेगा।`,
  'invitation.other': 'दूसरे खाते के लिए मेनू में साइन आउट करें और लिंक फिर से खोलें।',
  'invitation.accept': 'स्वीकार करें',
  'invitation.accepting': 'स्वीकार हो रहा है...',
  'invitation.ignore': 'अगर आपको इसकी उम्मीद नहीं थी, तो पेज बंद कर दें: कुछ नहीं बदलेगा।',

  'invitation.accepted': 'टीम में स्वागत है',
  'invitation.yours': 'आपने यह आमंत्रण स्वीकार कर लिया है।',
  'invitation.open.admin': 'कंसोल खोलें',
  'invitation.open.gate': 'स्कैनर खोलें',
  'invitation.open.box_office': 'टिकट खिड़की खोलें',
  'invitation.kept': (p) =>
    `यह खाता पहले से ज़्यादा कर सकता है (${p.role}), इसलिए कुछ नहीं बदला। जिसके लिए लिंक है, उसके लिए वह अब भी चलता है।`,
  'invitation.notConfirmed': 'पहले अपना ईमेल पता पक्का करें: हमारे मेल का लिंक खोलें। फिर यह आमंत्रण दोबारा खोलें।',
  'invitation.closed': 'यह खाता स्टाफ़ ने बंद किया है।',
  'invitation.failed': 'आमंत्रण स्वीकार नहीं हुआ। फिर से कोशिश करें।',
}
