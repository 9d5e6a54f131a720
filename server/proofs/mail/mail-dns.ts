import { Resolver } from 'node:dns/promises'

/** Answers the TXT records of a name, each in its parts. Fails like node:dns. */
export type TxtResolver = (name: string) => Promise<string[][]>

/** Names with their TXT records, as they were answered. */
export type DnsAnswers = Record<string, string[][]>

const notFound = (name: string): Error => Object.assign(new Error(`No TXT record of ${name}.`), { code: 'ENOTFOUND' })

/** Asks the machine's own name servers. */
export function systemTxt(): TxtResolver {
  const resolver = new Resolver({ timeout: 5_000, tries: 2 })
  return (name) => resolver.resolveTxt(name)
}

/** Asks only about names under these domains: a mail must not make the shop ask a stranger's name server. */
export const onlyUnder =
  (domains: readonly string[], ask: TxtResolver): TxtResolver =>
  async (name) => {
    const asked = name.toLowerCase()
    if (!domains.some((domain) => asked.endsWith(`._domainkey.${domain}`))) throw notFound(name)
    return ask(name)
  }

/** Codes of node:dns for a name server that gave no answer. Any other failure is one: there is no such record, or can be none. */
const SILENT = [
  'ETIMEOUT',
  'ESERVFAIL',
  'ECONNREFUSED',
  'EREFUSED',
  'ECANCELLED',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
]

/** Adds to `silent` the names about which no name server answered. */
export const noting =
  (silent: Set<string>, ask: TxtResolver): TxtResolver =>
  async (name) => {
    try {
      return await ask(name)
    } catch (error) {
      if (SILENT.includes((error as { code?: string }).code ?? '')) silent.add(name)
      throw error
    }
  }

/** Keeps what was answered in `answers`. */
export const recording =
  (answers: DnsAnswers, ask: TxtResolver): TxtResolver =>
  async (name) => {
    const records = await ask(name)
    answers[name.toLowerCase()] = records
    return records
  }

/** Answers from what was kept, and asks no one. */
export const fromAnswers =
  (answers: DnsAnswers): TxtResolver =>
  async (name) => {
    const records = Object.hasOwn(answers, name.toLowerCase()) ? answers[name.toLowerCase()] : undefined
    if (!records) throw notFound(name)
    return records
  }
