import type { invitation as english } from '../../en/account/invitation.ts'
import type { Translation } from '../../messages.ts'

export const invitation: Translation<typeof english> = {
  'invitation.title': 'स्टाफसाठी आमंत्रण',
  'invitation.for': (p) => `${p.name} यांच्यासाठी`,
  'invitation.loading': 'आमंत्रण वाचले जात आहे...',
  'invitation.unread': 'आमंत्रण वाचता आले नाही.',
  'invitation.again': 'पुन्हा प्रयत्न करा',

  'invitation.none': 'या लिंकमध्ये आमंत्रण नाही',
  'invitation.none.text': 'पाठवलेली पूर्ण लिंक पुन्हा उघडा, किंवा नवी लिंक मागा.',
  'invitation.used': 'हे आमंत्रण वापरले गेले आहे',
  'invitation.used.text': 'कोणीतरी ते स्वीकारले आहे, आणि ते एकदाच चालते. ते तुम्ही नसाल तर नवी लिंक मागा.',
  'invitation.expired': 'या आमंत्रणाची मुदत संपली आहे',
  'invitation.revoked': 'हे आमंत्रण परत घेतले आहे',
  'invitation.askAgain': 'ज्यांनी पाठवले त्यांच्याकडे नवी लिंक मागा.',

  'invitation.by': (p) => `${p.name} तुम्हाला ${p.shop} साठी काम करायला बोलावत आहेत.`,
  'invitation.byShop': (p) => `तुम्हाला ${p.shop} साठी काम करायला बोलावले आहे.`,
  'invitation.role': 'तुमचे काम',
  'invitation.role.admin': 'अ‍ॅडमिन',
  'invitation.role.gate': 'गेट',
  'invitation.role.box_office': 'तिकीट खिडकी',
  'invitation.gives.admin': 'तुम्ही कन्सोलमध्ये सर्व काही करू शकता: इव्हेंट, किमती, पेमेंट, रिफंड, लोक आणि सेटिंग.',
  'invitation.gives.gate': 'तुम्ही गेटवर तिकिटे स्कॅन करता. तुम्हाला या इव्हेंटची तिकिटे दिसतात, दुसरे काही नाही.',
  'invitation.gives.box_office': 'तुम्ही या इव्हेंटच्या तिकीट खिडकीवर तिकिटे विकता, आणि दुसरे काही पाहत नाही.',
  'invitation.events': 'कुठे',
  'invitation.events.all': 'प्रत्येक इव्हेंट',
  'invitation.events.none': 'नंतर सांगितले जाईल',
  'invitation.until': 'कधीपर्यंत',
  'invitation.until.none': 'स्टाफ संपवेपर्यंत',
  'invitation.valid': (p) => `लिंक एकदाच चालते, ${p.until} पर्यंत.`,

  'invitation.account': 'स्वीकारण्यासाठी खाते लागते. “स्वीकारा” दाबण्याआधी काहीही स्वीकारले जात नाही.',
  'invitation.signIn': 'साइन इन करा',
  'invitation.register': 'खाते तयार करा',
  'invitation.as': (p) => `तुम्ही ${p.email} ने साइन इन आहात. हे काम याच खात्याला मिळेल.`,
  'invitation.other': 'दुसऱ्या खात्यासाठी मेनूमध्ये साइन आउट करा आणि लिंक पुन्हा उघडा.',
  'invitation.accept': 'स्वीकारा',
  'invitation.accepting': 'स्वीकारत आहे...',
  'invitation.ignore': 'तुम्हाला याची अपेक्षा नसेल तर पेज बंद करा: काहीही बदलणार नाही.',

  'invitation.accepted': 'टीममध्ये स्वागत आहे',
  'invitation.yours': 'तुम्ही हे आमंत्रण स्वीकारले आहे.',
  'invitation.open.admin': 'कन्सोल उघडा',
  'invitation.open.gate': 'स्कॅनर उघडा',
  'invitation.open.box_office': 'तिकीट खिडकी उघडा',
  'invitation.kept': (p) =>
    `हे खाते आधीच जास्त करू शकते (${p.role}), म्हणून काही बदलले नाही. ज्यांच्यासाठी लिंक आहे त्यांच्यासाठी ती अजून चालते.`,
  'invitation.notConfirmed': 'आधी तुमचा ईमेल पत्ता पक्का करा: आमच्या मेलमधली लिंक उघडा. मग हे आमंत्रण पुन्हा उघडा.',
  'invitation.closed': 'हे खाते स्टाफने बंद केले आहे.',
  'invitation.failed': 'आमंत्रण स्वीकारले गेले नाही. पुन्हा प्रयत्न करा.',
}
