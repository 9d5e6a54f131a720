import type { common as english } from '../../en/app/common.ts'
import { canonicalCity } from '#shop/catalogue/cities.ts'
import { cities } from '#shop/catalogue/city-words/mr.ts'
import type { Translation } from '../../messages.ts'
import { plural } from '../count.ts'

export const common: Translation<typeof english> = {
  'common.ago.now': 'आत्ताच',
  'common.ago.minutes': (p) => `${p.n} ${plural(p.n, 'मिनिटापूर्वी', 'मिनिटांपूर्वी')}`,
  'common.ago.hours': (p) => `${p.n} ${plural(p.n, 'तासापूर्वी', 'तासांपूर्वी')}`,
  'common.ago.days': (p) => (p.n === 1 ? 'काल' : `${p.n} दिवसांपूर्वी`),
  'common.allIn': (p) => `सर्व मिळून ${p.amount}`,
  'common.cancel': 'रद्द करा',
  'common.city': (p) => cities[canonicalCity(p.name)] ?? p.name,
  'common.close': 'बंद करा',
  'common.copy': 'कॉपी करा',
  'common.formSummary': (p) => (p.n === 1 ? 'एका ठिकाणी लक्ष देणे आवश्यक आहे' : `${p.n} ठिकाणी लक्ष देणे आवश्यक आहे`),
  'common.free': 'मोफत',
  'common.from': (p) => `${p.amount} पासून`,
  'common.othersFrom': (p) => `बाकी ${p.amount} पासून`,
  'common.loading': 'लोड होत आहे…',
  'common.more': (p) => `आणखी: ${p.name}`,
  'common.remove': (p) => `${p.name} काढा`,
  'common.standing': (p) => `स्टँडिंग, ${p.n} व्यक्ती`,
  'common.tryAgain': 'पुन्हा प्रयत्न करा',
  'common.undo': 'पूर्ववत करा',
  'common.noAnswer': 'दुकान सध्या उत्तर देत नाही. तुमचे इंटरनेट तपासा; आम्ही आपोआप प्रयत्न करत राहू.',
  'common.failed.device':
    'या डिव्हाइसवर जागा उरली नाही किंवा त्याचे स्टोरेज उत्तर देत नाही. थोडी जागा मोकळी करा किंवा पेज पुन्हा लोड करा, मग पुन्हा प्रयत्न करा.',
  'common.failed.shop': 'दुकानात सध्या काही अडचण आहे. थोडे थांबून पुन्हा प्रयत्न करा.',
  'seats.title': 'तुमच्या सीट्स निवडा',
  'seats.standing.title': 'किती लोक?',
  'layout.title': 'सीट्सचा नकाशा',
  'app.calendar.estimate': 'समाप्तीची वेळ अंदाजे आहे.',
}
