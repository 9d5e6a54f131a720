import type { Messages, Translation } from './messages.ts'

export { dates } from '#platform/time/date-words/mr.ts'

// Each file is typed as the translation of its English one; a test finds one that is missing.
const parts = import.meta.glob<Record<string, Partial<Translation<Messages>>>>('./mr/*/*.ts', { eager: true })

export const messages: Translation<Messages> = Object.assign({}, ...Object.values(parts).flatMap(Object.values))

export const files = [import.meta.url, new URL('../fonts/anek-deva-text.woff2', import.meta.url).href]
