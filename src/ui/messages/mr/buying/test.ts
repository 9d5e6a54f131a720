import type { test as english } from '../../en/buying/test.ts'
import type { Translation } from '../../messages.ts'

export const test: Translation<typeof english> = {
  'test.word': 'टेस्ट',
  'test.offer': 'टेस्ट खरेदी: मोजली जात नाही, पैसे लागत नाहीत',
  'test.order': 'ही टेस्ट खरेदी आहे: ती मोजली जात नाही आणि पैसे लागत नाहीत. मंजुरीनंतर एका तासाने तिच्या सीट पुन्हा मोकळ्या होतात.',
  'test.doNotPay': 'पैसे भरू नका. कोणतेही 12 अंक लिहा आणि कोणताही फोटो निवडा.',
  'test.ticket': 'टेस्ट खरेदीचे तिकीट: त्यावर कोणीही आत जाऊ शकत नाही.',
  'test.failed': 'हे झाले नाही. पुन्हा प्रयत्न करा.',
}
