import { clock, weekdayNamesHindi, type DateWords } from '../ist.ts'

/** Hindi names the part of the day (CLDR 48, dayPeriodRules). */
const partOfDay = (hour: number): string =>
  hour < 4 || hour >= 20 ? 'रात' : hour < 12 ? 'सुबह' : hour < 16 ? 'दोपहर' : 'शाम'

export const dates: DateWords = {
  months: 'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर'.split(' '),
  monthsShort: 'जन फ़र मार्च अप्रै मई जून जुला अग सितं अक्टू नवं दिसं'.split(' '),
  weekdays: weekdayNamesHindi,
  time: (hour, minute) => `${partOfDay(hour)} ${clock(hour, minute)} बजे`,
}
