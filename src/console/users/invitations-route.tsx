import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { InvitationState } from '#shop/staff/invitation.ts'
import { listInvitations, revokeInvitation, type InvitationRow } from '#shop/staff/invitations-admin.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { Cell } from '#ui/display/table.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { ListFailure, ListSkeleton, PageHead } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { SubPages } from '../shell/sub-pages.tsx'
import { InviteButton } from './invite-dialog.tsx'
import { roleNames, untilText, userPages } from './roles.ts'
import { ListTable } from '../kit/list/list-table.tsx'
import { AskDialog } from '../kit/form/form-dialog.tsx'

export function InvitationsRoute() {
  usePageTitle('Invitations', 'admin')
  const { value, failure, reload } = useLoaded('invitations', listInvitations)
  const [asked, setAsked] = useState<InvitationRow | null>(null)
  return (
    <>
      <PageHead title="Users">
        <InviteButton onMade={reload} />
      </PageHead>
      <SubPages label="Users" pages={userPages} />
      <ListFailure message="Error loading the invitations" failure={failure} onRetry={reload} />
      {!value ? (
        failure ? null : (
          <ListSkeleton />
        )
      ) : value.length === 0 ? (
        <p className="mt-6 text-muted">An invitation is a link that gives a role. There are none so far.</p>
      ) : (
        <ListTable caption="Invitations" columns={columns}>
          {value.map((one) => (
            <Row key={one.id} invitation={one} onTakeBack={() => setAsked(one)} />
          ))}
        </ListTable>
      )}
      {asked ? (
        <AskDialog
          question={`Take back the invitation for ${asked.name}?`}
          confirmLabel="Take back"
          act={() => revokeInvitation(asked.id)}
          done="Invitation taken back"
          failed="Error taking back the invitation"
          but={{ already_decided: 'It was accepted meanwhile. Take the role away under Users.' }}
          onAnswered={reload}
          onClose={() => setAsked(null)}
        >
          <p>The link gives nothing from then on. You can make a new one.</p>
        </AskDialog>
      ) : null}
    </>
  )
}

const columns = [
  'For',
  { head: 'Gives', deskOnly: true },
  'State',
  { head: 'Made', deskOnly: true },
  { head: 'Actions', isHidden: true },
]

const marks: Record<InvitationState, { kind: 'info' | 'ok' | 'off' | 'bad'; text: string }> = {
  open: { kind: 'info', text: 'Open' },
  used: { kind: 'ok', text: 'Accepted' },
  expired: { kind: 'off', text: 'Expired' },
  revoked: { kind: 'off', text: 'Taken back' },
}

function Row({ invitation, onTakeBack }: { invitation: InvitationRow; onTakeBack: () => void }) {
  const { kind, text } = marks[invitation.state]
  const gives = [
    `${roleNames[invitation.role]}, ${untilText(invitation.roleEndsAt)}`,
    invitation.allEvents ? 'All concerts' : invitation.events.map(({ name }) => name).join('; '),
  ].filter(Boolean)
  return (
    <tr>
      <Cell className="max-desk:w-full max-desk:max-w-0">
        <span className="block font-strong wrap-anywhere">{invitation.name}</span>
        <span className="block text-1 text-muted desk:hidden">{gives.join(': ')}</span>
      </Cell>
      <Cell deskOnly>
        {gives[0]}
        <span className="block text-1 text-muted">{gives[1]}</span>
      </Cell>
      <Cell>
        <StateMark kind={kind} tag>
          {text}
        </StateMark>
        <span className="mt-1 block text-1 text-muted">
          {invitation.state === 'open' ? `until ${formatDayTime(invitation.expiresAt)}` : null}
          {invitation.usedAt ? formatDayTime(invitation.usedAt) : null}
          {invitation.usedBy ? (
            <Link className="link block" to={withQuery(paths.adminUsers, { user: invitation.usedBy })}>
              {invitation.usedByName ?? 'Deleted account'}
            </Link>
          ) : null}
        </span>
      </Cell>
      <Cell deskOnly className="whitespace-nowrap">
        {formatDayTime(invitation.createdAt)}
        <span className="block text-1 text-muted">{invitation.madeBy}</span>
      </Cell>
      <Cell number className="py-1.5!">
        {invitation.state === 'open' ? (
          <Button kind="no" small aria-label={`Take back the invitation for ${invitation.name}`} onClick={onTakeBack}>
            Take back
          </Button>
        ) : null}
      </Cell>
    </tr>
  )
}
