import type { BankMailTemplate } from '#shop/proofs/bank-mail-templates.ts'
import type { MailFault, MailTrial, TrialReason, TrialResult, TrialStep } from '#shop/proofs/mail-trial.ts'
import type { MailRefusal } from '#shop/proofs/proof.ts'
import type { MailReading } from '#shop/proofs/read-bank-mail.ts'
import type { TxtResolver } from './mail-dns.ts'
import { domainsOf, isConfirmed, isOldCredit, makeProof, readTexts, type MailRules } from './mail-proof.ts'
import { examineMail, verified, type MailExamination } from './verify-mail.ts'

/** Faults by the step that finds them; `bank` is either of two. */
const stepOfFault: Readonly<Record<Exclude<MailFault, 'bank'>, TrialStep>> = {
  'too-large': 'mail',
  unreadable: 'mail',
  headers: 'mail',
  from: 'mail',
  unsigned: 'signature',
  signature: 'signature',
  'partly-signed': 'whole',
  'unsigned-header': 'whole',
  expired: 'fresh',
  stale: 'fresh',
  future: 'fresh',
  to: 'address',
}
/** Reasons for which a mail whose template fits is still refused. */
const refusedReadings: readonly MailRefusal[] = ['amount', 'two-amounts', 'account', 'date']

/**
 * Judges a mail as its delivery would, step by step, and stores nothing. Age alone refuses nothing here, since examples
 * are old. `codesIn` returns the order codes of a note.
 */
export async function tryMail(
  raw: Buffer,
  rules: MailRules,
  templates: readonly BankMailTemplate[],
  txt: TxtResolver,
  codesIn: (note: string) => Promise<string[]>,
  now = new Date(),
): Promise<MailTrial> {
  const check = { ...rules, domains: domainsOf(templates), txt }
  let found = await examineMail(raw, { ...check, now })
  const faults = [...found.faults]
  const { sent = null } = found.mail ?? {}
  if (faults[0] === 'expired' && sent) {
    // The signature was made for some days: it is judged as of its own.
    found = await examineMail(raw, { ...check, now: sent })
    faults.splice(0, 1, ...found.faults.filter((fault) => fault !== 'to'), 'expired')
  }
  const reading = read(found, templates, rules.account)
  const credit = reading && 'credit' in reading ? reading.credit : null
  if (credit && isOldCredit(credit, rules, now) && !faults.includes('stale')) faults.push('stale')
  const against: TrialReason[] = faults.filter((fault) => fault !== 'stale' && fault !== 'expired')
  if (found.dnsFailed) against.splice(0, 1, 'dns')
  if (reading && 'refused' in reading) against.push(reading.refused)
  const counts = against.length === 0 && credit !== null && found.passed !== null
  const doubts = counts ? makeProof(verified(found), credit, rules, templates, now).doubts : []
  const template = templates.find(({ id }) => id === credit?.template)
  return {
    steps: stepsOf({ found, faults, reading, isListed: check.domains.includes(found.fromDomain), to: rules.to }),
    read:
      credit && template
        ? {
            template: template.id,
            name: template.name,
            confirmed: isConfirmed(template.id, rules, templates),
            amountPaise: credit.amountPaise,
            utr: credit.utr,
            payerVpa: credit.payerVpa,
            note: credit.note,
            codes: credit.note === null ? [] : await codesIn(credit.note),
            creditedAt: credit.creditedAt,
          }
        : null,
    outcome: found.dnsFailed ? 'unjudged' : !counts ? 'refused' : doubts.length === 0 ? 'approves' : 'person',
    doubts,
    reason: against[0] ?? (counts ? null : (faults[0] ?? null)),
    isOld: faults.includes('stale') || faults.includes('expired'),
  }
}

/** Reads also what is not signed, to tell if a template fits; null where there is no listed bank's mail to read. */
function read(found: MailExamination, templates: readonly BankMailTemplate[], account: string): MailReading | null {
  const { mail, fromDomain, passed } = found
  if (!mail?.sent || !domainsOf(templates).includes(fromDomain)) return null
  const signedBy = passed?.signingDomain ?? fromDomain
  const ofBank = templates.filter(({ domains }) => domains.includes(fromDomain) && domains.includes(signedBy))
  return readTexts(mail, mail.sent, ofBank, account)
}

interface Judged {
  found: MailExamination
  faults: readonly MailFault[]
  reading: MailReading | null
  isListed: boolean
  to: string
}

function stepsOf({ found, faults, reading, isListed, to }: Judged): TrialResult[] {
  const { mail, fromDomain, signers, isAligned, passed, dnsFailed } = found
  const faultIn = (step: TrialStep): MailFault | null =>
    faults.find((one) => one !== 'bank' && stepOfFault[one] === step) ?? null
  const isMail = mail !== null && faultIn('mail') === null
  const isOfBank = isMail && isListed
  // What the bank signed was found to be wrong only after its signature fitted.
  const isSigned = passed !== null || faultIn('whole') !== null || faults[0] === 'future'
  const canCheck = isOfBank && !dnsFailed && (isAligned || signers.length === 0)
  const refused = reading && 'refused' in reading ? reading.refused : null
  const fits = reading === null ? null : refused === null || refusedReadings.includes(refused)
  const step = (
    name: TrialStep,
    holds: boolean | null,
    reason: TrialReason | null,
    of: string | null,
  ): TrialResult => ({
    step: name,
    holds,
    reason: holds === true ? null : reason,
    of: of === '' ? null : of,
  })
  return [
    step('mail', isMail, faultIn('mail'), null),
    step('bank', isMail ? isListed : null, isMail ? 'bank' : null, fromDomain),
    step(
      'signature',
      canCheck ? isSigned : null,
      !canCheck ? (dnsFailed ? 'dns' : null) : (faultIn('signature') ?? 'signature'),
      null,
    ),
    step(
      'alignment',
      isOfBank && signers.length > 0 ? isAligned : null,
      signers.length > 0 ? 'bank' : null,
      signers.join(', '),
    ),
    step('whole', passed !== null ? true : faultIn('whole') === null ? null : false, faultIn('whole'), null),
    step('fresh', isMail ? faultIn('fresh') === null : null, faultIn('fresh'), mail?.sent?.toISOString() ?? null),
    step('address', isMail ? faultIn('address') === null : null, faultIn('address'), to),
    step('template', fits, refused, reading && 'credit' in reading ? reading.credit.template : null),
    step('reading', fits === true ? refused === null : null, refused, null),
  ]
}
