import type { leaving as english } from '../en/leaving.ts'
import type { Translation } from '../messages.ts'

export const leaving: Translation<typeof english> = {
  'leaving.failed': 'साइन आउट नहीं हो पाया। कृपया फिर से कोशिश करें।',
  'leaving.done': 'साइन आउट हो गया',
  'leaving.unsent.question': 'कुछ भेजना बाकी है, फिर भी साइन आउट करें?',
  'leaving.unsent.text':
    'कोई भुगतान या संदेश अभी हम तक नहीं पहुँचा है। उसे इस डिवाइस पर रहने दें; यहाँ दोबारा साइन इन करने पर वह भेज दिया जाएगा। हटाएँ तभी, जब आपने भुगतान न किया हो।',
  'leaving.unsent.scans': (p) =>
    p.n === 1
      ? 'गेट का 1 स्कैन सर्वर के पास नहीं है। रहने देंगे तो यहाँ दोबारा गेट खोलने पर भेजा जाएगा। टिकटों की सूची दोनों हाल में हट जाती है।'
      : `गेट के ${p.n} स्कैन सर्वर के पास नहीं हैं। रहने देंगे तो यहाँ दोबारा गेट खोलने पर भेजे जाएँगे। टिकटों की सूची दोनों हाल में हट जाती है।`,
  'leaving.unsent.keep': 'रहने दें और साइन आउट करें',
  'leaving.unsent.discard': 'हटाएँ और साइन आउट करें',
}
