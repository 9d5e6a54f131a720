import type { app as english } from '../../en/app/app.ts'
import type { Translation } from '../../messages.ts'
import { tickets } from '../count.ts'

export const app: Translation<typeof english> = {
  'app.skip': 'थेट मजकुराकडे जा',
  'app.home': 'होम',
  'app.concerts': 'कॉन्सर्ट',
  'app.about': 'आमच्याविषयी',
  'app.contact': 'संपर्क',
  'app.tickets': 'तिकिटे',
  'app.cart': 'कार्ट',
  'app.cartCount': (p) => (p.n === 0 ? 'कार्ट, रिकामे' : `कार्ट, ${tickets(p.n)}`),
  'app.nav': 'मुख्य मेनू',
  'app.tabs': 'विभाग',
  'app.homeLink': (p) => `${p.shop}, होम`,
  'app.indiaTime': 'सर्व वेळा भारतीय वेळेनुसार',

  'app.language': 'भाषा',
  'app.language.failed': (p) => `${p.name} अजून या डिव्हाइसवर नाही. इंटरनेट असताना ती पुन्हा निवडा.`,

  'app.theme': 'थीम',
  'app.theme.light': 'लाइट',
  'app.theme.dark': 'डार्क',
  'app.theme.system': 'सिस्टम',

  'app.search': 'शोधा',
  'app.search.placeholder': 'कलाकार, शहर किंवा ठिकाण',

  'app.account': 'खाते',
  'app.accountOf': (p) => `${p.name} यांचे खाते`,

  'app.notFound': 'पेज सापडले नाही',
  'app.notFound.text': 'या पत्त्यावर काहीही नाही. पत्ता चुकीचा लिहिला गेला असेल किंवा पेज दुसरीकडे हलवले असेल.',
  'app.notFound.action': 'सर्व कॉन्सर्ट पहा',
  'app.missing': 'हे पेज लोड झाले नाही',
  'app.missing.text':
    'ते या डिव्हाइसवर ठेवलेले नाही आणि त्यासाठी नेटवर्क लागते. तुमच्या कार्टमधले आणि तुम्ही पाठवलेले सर्व इथे सुरक्षित आहे.',
  'app.broken': 'काहीतरी चुकले',
  'app.broken.text': 'हे पेज थांबले. तुमच्या कार्टमधले आणि तुम्ही पाठवलेले सर्व या डिव्हाइसवर सुरक्षित आहे.',
  'app.broken.reload': 'पेज रीलोड करा',
  'app.broken.home': 'होम पेजवर जा',
}
