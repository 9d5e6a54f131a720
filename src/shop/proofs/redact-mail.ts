import { bankMailTemplates } from './bank-mail-templates.ts'

/** Words of banks' mails that name no one. Every word that is not among them or in a template is masked. */
const COMMON = `
an and any are as at be been before below by call can dear do for from has have here if immediately in is it kindly not of on or our
please regards sincerely thank thanking thanks that the this through to us using via was we will wish with would you your
account accounts acct alert alerts amount available avl avbl bal balance bank banking beneficiary branch card cheque credit credited
credits current customer customercare customernotification date debit debited deposit details details inform info information greetings
hello help imps inr instaalerts message mobile money name neft net netbanking no number num online paid payment payer payee phone rate
received recipient reference ref remark remarks remitter rrn rs rtgs savings sender service services statement subject successful
successfully summary team time total towards transaction transactions transfer txn update upi utr value view vpa warm warning
contact care write feel free clarification mail email sms report unauthorised unauthorized fraudulent fraud suspect expecting
activity mode type status description particulars narration note ist am pm cr dr ltd limited india https http www com in net bank
`

const KEPT = new Set(
  [COMMON, ...bankMailTemplates.flatMap(({ sentence, name, domains }) => [sentence.source, name, domains.join(' ')])]
    .join(' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1),
)
/** Groups of a template that a payer or a customer fills. */
const PERSONAL = ['name', 'note', 'vpa']

/** Masks letters and digits and keeps the shape: `Asha 12` → `Xxxx 99`. */
const masked = (text: string): string =>
  text
    .replace(/\p{N}/gu, (sign) => '9'.repeat(sign.length))
    .replace(/\p{Lu}/gu, (sign) => 'X'.repeat(sign.length))
    .replace(/[\p{L}\p{M}]/gu, (sign) => (sign === 'X' ? sign : 'x'.repeat(sign.length)))

/** Addresses and UPI ids as wholes; kinds of UPI transfers; words; numbers. */
const PIECES = /[^\s<>()"',;:]*@[^\s<>()"',;:]+|\bP2[AM]\b|\bA\/c\b|[\p{L}\p{M}]+|\p{N}/giu
/** Numbers of a list: `a. Date:`. */
const ITEMS = 'abcde'

/**
 * Masks everything in a bank's mail that is not a word which banks write to everybody: names, ids, references, addresses,
 * amounts and days keep their shape alone. What a template knows to be the payer's is masked whole.
 */
export function redactMail(text: string): string {
  const personal = bankMailTemplates.flatMap(({ sentence }) =>
    [...text.matchAll(sentence)].flatMap(({ indices }) =>
      PERSONAL.flatMap((group) => {
        const span = indices?.groups?.[group]
        return span ? [span] : []
      }),
    ),
  )
  const hidden = personal
    .toSorted(([a], [b]) => b - a)
    .reduce((now, [from, to]) => now.slice(0, from) + masked(now.slice(from, to)) + now.slice(to), text)
  return hidden.replace(PIECES, (piece, at: number) => {
    if (piece.includes('@')) return masked(piece)
    if (/^(?:P2[AM]|A\/c)$/i.test(piece)) return piece
    const isItem = piece === 'a' || (ITEMS.includes(piece) && hidden.startsWith('. ', at + 1))
    return isItem || KEPT.has(piece.toLowerCase()) ? piece : masked(piece)
  })
}
