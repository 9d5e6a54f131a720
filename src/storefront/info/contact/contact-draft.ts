/** Limits of the database. */
export const MAX_MESSAGE_CHARACTERS = 4000
export const MAX_NAME_CHARACTERS = 120
export const MAX_EMAIL_CHARACTERS = 245

export interface ContactDraft {
  name: string
  email: string
  topic: string
  orderCode: string
  message: string
}

export type ContactField = 'name' | 'email' | 'orderCode' | 'message'

/** 'mf 7k2q-x4md' → 'MF7K2QX4MD' */
export const tidyOrderCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

const EMAIL = /^[^@\s<>"]{1,64}@[^@\s<>"]{1,180}$/
/** MF and 8 Crockford characters. */
const ORDER_CODE = /^MF[0-9A-HJKMNP-TV-Z]{8}$/

export function mistakesIn(draft: ContactDraft): ContactField[] {
  const mistakes: ContactField[] = []
  if (draft.name.trim() === '') mistakes.push('name')
  if (!EMAIL.test(draft.email.trim())) mistakes.push('email')
  const code = tidyOrderCode(draft.orderCode)
  if (code !== '' && !ORDER_CODE.test(code)) mistakes.push('orderCode')
  if (draft.message.trim() === '') mistakes.push('message')
  return mistakes
}
