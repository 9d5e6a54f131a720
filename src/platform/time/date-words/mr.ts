import { clock, type DateWords } from '../ist.ts'

/** Marathi names the part of the day (CLDR 48, dayPeriodRules). */
const partOfDay = (hour: number): string =>
  hour < 4 || hour >= 20 ? 'रात्री' : hour < 6 ? 'पहाटे' : hour < 12 ? 'सकाळी' : hour < 16 ? 'दुपारी' : 'सायंकाळी'

export const dates: DateWords = {
  months: 'जानेवारी फेब्रुवारी मार्च एप्रिल मे जून जुलै ऑगस्ट सप्टेंबर ऑक्टोबर नोव्हेंबर डिसेंबर'.split(' '),
  monthsShort: 'जाने फेब्रु मार्च एप्रि मे जून जुलै ऑग सप्टें ऑक्टो नोव्हें डिसें'.split(' '),
  weekdays: ['रवि', 'सोम', 'मंगळ', 'बुध', 'गुरु', 'शुक्र', 'शनि'],
  time: (hour, minute) => `${partOfDay(hour)} ${clock(hour, minute)}`,
}
