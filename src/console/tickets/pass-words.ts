import type { TicketPass } from '#shop/tickets/passes/passes-admin.api.ts'

/** Returns the sentences that staff read about a pass; `said` formats an instant. */
export function passWords(pass: TicketPass, said: (at: string) => string): string[] {
  const named = (name: string | null): string => name ?? 'a person without a name'
  const lines = pass.handed.map(({ name, at }) => `Handed to ${named(name)}, ${said(at)}`)
  if (lines.length === 0) lines.push('With the customer')
  if (pass.link)
    lines.push(`A link${pass.link.name ? ` for ${pass.link.name}` : ''} is open, since ${said(pass.link.at)}`)
  if (pass.boundAt)
    lines.push(
      `Shown on one phone, since ${said(pass.boundAt)}${pass.bindings > 1 ? `; moved ${pass.bindings - 1} ×` : ''}`,
    )
  if (pass.oldCodeAt) lines.push(`A code of an earlier holder was let in, ${said(pass.oldCodeAt)}`)
  return lines
}
