import * as hindi from '#platform/time/date-words/hi.ts'
import * as marathi from '#platform/time/date-words/mr.ts'
import { setDateLanguage, type DateWords } from '#platform/time/ist.ts'
import { isLanguage, languageFor, type Language } from '#platform/text/language.ts'
import type { Database } from '../database/database.ts'
import { en, type ServerWords } from './en.ts'
import { hi } from './hi.ts'
import { mr } from './mr.ts'

export const serverWords: Readonly<Record<Language, ServerWords>> = { en, hi, mr }
const dates: Readonly<Record<Language, DateWords | null>> = { en: null, hi: hindi.dates, mr: marathi.dates }

/** Runs `write` with a language's words and date format. Synchronous, since the date format is process-wide. */
export function inLanguage<T>(
  language: Language,
  write: (words: ServerWords) => T extends Promise<unknown> ? never : T,
): T {
  setDateLanguage(dates[language])
  try {
    return write(serverWords[language])
  } finally {
    setDateLanguage(null)
  }
}

/** Returns the language of the address's account; English without a choice or an account. */
export async function languageOfAddress(database: Database, email: string): Promise<Language> {
  const [row] = await database.query<{ language: string | null }>(
    'select p.language from auth.users u join public.profiles p on p.id = u.id where u.email = lower($1)',
    [email],
  )
  return isLanguage(row?.language) ? row.language : 'en'
}

/** Returns the best supported language of an Accept-Language header (RFC 9110), else English. */
export function acceptedLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.split(';').map((piece) => piece.trim())
      const weight = rest.find((piece) => piece.startsWith('q='))
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
  return languageFor(wanted.toSorted((a, b) => b.weight - a.weight).map(({ tag }) => tag))
}
