import { readBankSetup, type BankSetup } from '#shop/bank/bank-setup.api.ts'
import { readProofState, type ProofState } from '#shop/bank/proofs.api.ts'
import { bankMailTemplates } from '#shop/proofs/bank-mail-templates.ts'
import { bankName } from '#shop/proofs/banks.ts'
import { hasOwnServer } from '#shop/proofs/mail-trial.api.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { StateMark, type StateKind } from '#ui/display/state-mark.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { ago } from '#ui/format.ts'
import { useNow, usePolling } from '#ui/hooks/use-time.ts'
import { paths } from '#ui/paths.ts'
import { PageHead, Section } from '../../kit/list/list-parts.tsx'
import { FormSkeleton, WhenLoaded } from '../../kit/list/when-loaded.tsx'
import { TextLink } from '../../kit/text-link.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import { counted } from '../../kit/words/counted.ts'
import { InboundPost } from './inbound-post.tsx'
import { SetupForm } from './setup-form.tsx'
import { TryMail } from './try-mail.tsx'
import { TryMailbox } from './try-mailbox.tsx'

/** The server takes up what was saved within some seconds. */
const LOOK_EVERY_MS = 5_000

export function BankSetupRoute() {
  usePageTitle('How money is seen', 'admin')
  const setup = useLoaded('setup', readBankSetup)
  const state = useLoaded('proofs', readProofState)
  const now = useNow()
  const server = hasOwnServer()
  usePolling(() => state.reload(), LOOK_EVERY_MS)
  return (
    <>
      <PageHead title="How money is seen">
        <ButtonLink kind="line" small to={paths.adminSettings}>
          Settings
        </ButtonLink>
        <ButtonLink kind="line" small to={paths.adminProofs}>
          Automatic approval
        </ButtonLink>
      </PageHead>
      <div className="mt-6 grid max-w-[860px] grid-cols-[minmax(0,1fr)] gap-12">
        <WhenLoaded of={setup} message="Error loading how money is seen" waiting={<FormSkeleton />}>
          {(value) => (
            <>
              <Seen setup={value} state={state.value} server={server} at={now} />
              <SetupForm stored={value} server={server} onSaved={setup.reload} />
              {server ? (
                <Section title="Or mails that are posted">
                  <InboundPost setup={value} onChanged={setup.reload} />
                </Section>
              ) : null}
            </>
          )}
        </WhenLoaded>
        <Section title="Try a mail">
          <TryMail />
        </Section>
        <Section title="Try a whole mailbox">
          <TryMailbox account={setup.value?.account ?? null} confirmed={setup.value?.confirmed ?? []} />
        </Section>
      </div>
    </>
  )
}

/** Says what the shop sees now: whether a mailbox is open, and what of the bank was read. */
function Seen({
  setup,
  state,
  server,
  at,
}: {
  setup: BankSetup
  state: ProofState | undefined
  server: boolean
  at: number
}) {
  const now = seenWords(setup, state)
  return (
    <section aria-label="Now" className="grid max-w-[68ch] gap-3">
      {setup.fromEnvironment ? (
        <Note kind="warn">
          The server’s own variables (PROOF_…, DEMO_BANK) hold over what is saved here. Take them out and start the
          server again to use this page.
        </Note>
      ) : null}
      {server ? (
        <p role="status">
          <StateMark kind={now.kind}>{now.text}</StateMark>
        </p>
      ) : (
        <Note kind="info">
          This shop has a hosted backend: no server of yours opens a mailbox. Money is seen by statements that you
          import under <TextLink to={paths.adminBank}>Bank statement</TextLink>, and by a payment gateway. What you
          choose here is for the checklist.
        </Note>
      )}
      {setup.mails.length === 0 ? null : (
        <ul aria-label="Read so far" className="border-t border-rule">
          {setup.mails.map(({ bank, wording, mails, lastAt }) => (
            <li key={`${bank} ${wording}`} className="border-b border-rule py-2">
              {wordingName(bank, wording)}: {counted(mails, 'mail')}, the last {ago(Date.parse(lastAt), at)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Says whether mails of the bank can come, and promises nothing before one was read. */
export function seenWords(
  { mails }: Pick<BankSetup, 'mails'>,
  state: Pick<ProofState, 'sources'> | undefined,
): { kind: StateKind; text: string } {
  const mailbox = state?.sources.find(({ name }) => name === 'mailbox')
  if (!mailbox) return { kind: 'off', text: 'No mail of a bank is read, so no payment is approved by one.' }
  if (mailbox.fault !== null) return { kind: 'bad', text: mailbox.fault }
  return mails.some(({ wording }) => wording !== 'unknown')
    ? { kind: 'ok', text: 'Mails of the bank are read as they come.' }
    : { kind: 'warn', text: 'Mails can come, and none of the bank was read so far. Pay yourself ₹1 and look.' }
}

/** 'hdfc-upi' → 'HDFC Bank, UPI' */
const wordingName = (bank: string, wording: string): string =>
  bankMailTemplates.find(({ id }) => id === wording)?.name ??
  `${bankName(bank)}, in a wording that the shop does not know`
