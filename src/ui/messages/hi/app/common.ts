import type { common as english } from '../../en/app/common.ts'
import { canonicalCity } from '#shop/catalogue/cities.ts'
import { cities } from '#shop/catalogue/city-words/hi.ts'
import type { Translation } from '../../messages.ts'
import { plural } from '../count.ts'

export const common: Translation<typeof english> = {
  'common.ago.now': 'अभी-अभी',
  'common.ago.minutes': (p) => `${p.n} मिनट पहले`,
  'common.ago.hours': (p) => `${p.n} ${plural(p.n, 'घंटा', 'घंटे')} पहले`,
  'common.ago.days': (p) => (p.n === 1 ? 'कल' : `${p.n} दिन पहले`),
  'common.allIn': (p) => `सब मिलाकर ${p.amount}`,
  'common.cancel': 'रद्द करें',
  'common.city': (p) => cities[canonicalCity(p.name)] ?? p.name,
  'common.close': 'बंद करें',
  'common.copy': 'कॉपी करें',
  'common.formSummary': (p) =>
    p.n === 1 ? 'एक जगह पर ध्यान देना ज़रूरी है' : `${p.n} ${plural(p.n, 'जगह', 'जगहों')} पर ध्यान देना ज़रूरी है`,
  'common.free': 'मुफ़्त',
  'common.from': (p) => `${p.amount} से`,
  'common.othersFrom': (p) => `बाक़ी ${p.amount} से`,
  'common.loading': 'लोड हो रहा है…',
  'common.more': (p) => `और: ${p.name}`,
  'common.remove': (p) => `${p.name} हटाएँ`,
  'common.standing': (p) => (p.n === 1 ? 'स्टैंडिंग, 1 व्यक्ति' : `स्टैंडिंग, ${p.n} लोग`),
  'common.tryAgain': 'फिर से कोशिश करें',
  'common.undo': 'वापस लाएँ',
  'common.noAnswer': 'दुकान अभी जवाब नहीं दे रही। अपना इंटरनेट देखें; हम अपने आप कोशिश करते रहेंगे।',
  'common.failed.device':
    'इस डिवाइस में जगह नहीं बची या उसका स्टोरेज जवाब नहीं दे रहा। थोड़ी जगह खाली करें या पेज फिर से लोड करें, फिर कोशिश करें।',
  'common.failed.shop': 'दुकान में अभी कोई दिक्कत है। थोड़ा रुककर फिर से कोशिश करें।',
  'seats.title': 'अपनी सीटें चुनें',
  'seats.standing.title': 'कितने लोग?',
  'layout.title': 'सीटों का नक़्शा',
  'app.calendar.estimate': 'समाप्ति का समय अनुमानित है।',
}
