import type { Language } from '#platform/text/language.ts'
import config from '../../mehfil.config.json' with { type: 'json' }
import { spokenLanguage } from './language.ts'

export const shopName: string = config.name
const taglines: Partial<Record<Language, string>> = config.taglines
export const shopTagline = (): string => taglines[spokenLanguage()] ?? config.tagline
