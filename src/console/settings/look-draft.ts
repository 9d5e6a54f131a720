import { languages, type Language } from '#platform/text/language.ts'
import { accentProblem } from '#shop/settings/accent.ts'
import type { Said } from '#shop/settings/shop-look.ts'
import type { SettingsToSave } from '#shop/settings/settings-admin.api.ts'

export const places = [1, 2, 3, 4] as const
type Place = (typeof places)[number]
type SaidField = 'tagline' | `number${Place}` | `label${Place}`
export type LookField = 'name' | 'shortName' | 'accent' | 'logo' | `${SaidField}.${Language}`
export type LookDraft = Record<LookField, string>
type Look = Pick<SettingsToSave, 'name' | 'shortName' | 'accent' | 'logo' | 'taglines' | 'tiles'>

const inLanguage: Record<Language, string> = { en: '', hi: ' in Hindi', mr: ' in Marathi' }
const labelsOf = (field: SaidField, label: string) =>
  languages.map((language) => [`${field}.${language}`, label + inLanguage[language]])

export const lookLabels = Object.fromEntries([
  ['name', 'Name'],
  ['shortName', 'Short name'],
  ['accent', 'Colour'],
  ['logo', 'Logo'],
  ...labelsOf('tagline', 'What is sold here'),
  ...places.flatMap((place) => [
    ...labelsOf(`number${place}`, `Number ${place}`),
    ...labelsOf(`label${place}`, `What number ${place} counts`),
  ]),
]) as LookDraft

export const draftOfLook = ({ name, shortName, accent, logo, taglines, tiles }: Look): LookDraft => {
  const texts = (field: SaidField, words: Said = {}) =>
    languages.map((language) => [`${field}.${language}`, words[language] ?? ''])
  return Object.fromEntries([
    ['name', name],
    ['shortName', shortName],
    ['accent', accent],
    ['logo', logo],
    ...texts('tagline', taglines),
    ...places.flatMap((place) => [
      ...texts(`number${place}`, tiles[place - 1]?.number),
      ...texts(`label${place}`, tiles[place - 1]?.label),
    ]),
  ]) as LookDraft
}

const accentWords = {
  form: 'Six digits after #, such as #1c3f99, or empty.',
  text: 'Neither dark nor white text can be read on this colour. Take a lighter or a darker one.',
  page: 'This colour is too light: a button of it can hardly be seen on the page.',
}

/** Returns what was typed of the look, and the problems by field. Numbers without a text are left out. */
export function readLookDraft(draft: LookDraft): { look: Look; problems: Partial<Record<LookField, string>> } {
  const problems: Partial<Record<LookField, string>> = {}
  const read = (field: SaidField): Said => {
    const words = languages.flatMap((language) => {
      const typed = draft[`${field}.${language}`].trim()
      return typed === '' ? [] : [[language, typed]]
    })
    if (words.length > 0 && draft[`${field}.en`].trim() === '')
      problems[`${field}.en`] = 'Write it in English, too: it is shown where another language has no text.'
    return Object.fromEntries(words) as Said
  }
  const isEmpty = (words: Said): boolean => Object.keys(words).length === 0
  const tiles = places.flatMap((place) => {
    const [number, label] = [read(`number${place}`), read(`label${place}`)]
    if (isEmpty(number) && isEmpty(label)) return []
    if (isEmpty(number)) problems[`number${place}.en`] = 'Write a number, such as 300+.'
    if (isEmpty(label)) problems[`label${place}.en`] = 'Say what it counts.'
    return [{ number, label }]
  })
  const accent = draft.accent.trim().toLowerCase()
  const wrong = accent === '' ? null : accentProblem(accent)
  if (wrong) problems.accent = accentWords[wrong]
  const { logo } = draft
  const [name, shortName] = [draft.name.trim(), draft.shortName.trim()]
  const look = { name, shortName, accent, logo, taglines: read('tagline'), tiles }
  return { look, problems }
}
