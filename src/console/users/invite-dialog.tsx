import { useState } from 'react'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { isDoorRole, type StaffRole } from '#shop/people/role.ts'
import { inviteStaff, MAX_INVITATION_NAME } from '#shop/staff/invitations-admin.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { CheckField, SelectField, TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { FailureNote, FormFrame, FormButtons } from '../kit/form/form-frame.tsx'
import { problemsIn, useForm } from '../kit/form/use-form.ts'
import { LastDay, wordRoleFailure } from './role-form.tsx'
import { endOfDay, roleChoices, roleNames, worksAtOf } from './roles.ts'
import { concertOf, findOpenConcerts, type OfferedConcert } from '../kit/concerts/concert-choice.ts'
import { ConcertsField } from '../kit/concerts/concert-field.tsx'
import { formatDayTime } from '#platform/time/ist.ts'
import { share } from '#ui/browser/share.ts'
import { paths } from '#ui/paths.ts'
import { shopName } from '#ui/shop.ts'
import { toast } from '#ui/toast.tsx'
import { ScreenQr } from '#ui/screen-qr.tsx'
import { CopyText } from '../kit/fact.tsx'

/** Opens an invitation, which begins with `event` where it is on the page of one. */
export function InviteButton({ onMade, event }: { onMade?: () => Promise<unknown>; event?: EventListRow }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Invite staff
      </Button>
      {open ? <InviteDialog event={event} onMade={onMade} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const noInvitation: { name: string; role: StaffRole; events: readonly OfferedConcert[]; all: boolean; day: string } = {
  ...{ name: '', role: 'gate', events: [], all: false, day: '' },
}

function InviteDialog({
  event,
  onMade,
  onClose,
}: {
  event: EventListRow | undefined
  onMade: (() => Promise<unknown>) | undefined
  onClose: () => void
}) {
  const offered = event ? 1 : 0
  const [link, setLink] = useState<{ secret: string; expiresAt: string } | null>(null)
  const form = useForm({
    start: { ...noInvitation, events: event ? [concertOf(event)] : noInvitation.events },
    read: ({ name, role, events, all, day }) =>
      problemsIn({ name: name.trim() === '' && 'Write for whom it is.' }) ?? {
        ...{ name: name.trim(), role, allEvents: all, roleEndsAt: endOfDay(day) },
        eventIds: all ? [] : events.map(({ id }) => id),
      },
    save: inviteStaff,
    onSaved: async (made) => {
      setLink(made)
      await onMade?.()
    },
    isUnsaved: (typed) => link === null && (typed.name.trim() !== '' || typed.events.length !== offered),
    onClose,
    failed: 'Error making the invitation',
  })
  const { draft, change } = form
  const { role, day } = draft
  const name = draft.name.trim()

  if (link)
    return (
      <Dialog open onClose={onClose} title={`Invitation for ${name}`}>
        <InviteLink {...link} name={name} role={role} />
      </Dialog>
    )
  return (
    <Dialog open onClose={form.close} title="Invite staff" subtitle="Makes a link that gives a role, once.">
      <FormFrame form={form} name="Invite staff" className="grid gap-5">
        <TextField
          {...form.field('name')}
          label="For"
          hint="A name, so that you know whose link it is"
          maxLength={MAX_INVITATION_NAME}
          data-autofocus
          onChange={({ target }) => {
            change({ name: target.value })
            form.refuse({})
          }}
        />
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label="Role"
            className="min-w-[240px] flex-1"
            value={role}
            onChange={({ target }) => change({ role: target.value as StaffRole })}
          >
            {roleChoices.map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </SelectField>
          <LastDay of={role} value={day} onChange={(next) => change({ day: next })} />
        </div>
        {role === 'gate' && day !== '' ? (
          <p className="text-2 text-muted">
            The role ends at midnight after that day. A phone sends its scans only until then: after a late concert,
            choose the day after it.
          </p>
        ) : null}
        {!isDoorRole(role) ? (
          <Note kind="warn">
            The first person to accept gets the role {roleNames[role]}. Send the link to that person alone.
          </Note>
        ) : (
          <div>
            {draft.all ? null : (
              <ConcertsField
                legend={worksAtOf[role]}
                value={draft.events}
                find={findOpenConcerts}
                onChange={(events) => change({ events })}
              />
            )}
            <CheckField
              label="All concerts"
              checked={draft.all}
              onChange={({ target }) => change({ all: target.checked })}
            />
          </div>
        )}
        <FailureNote
          failure={form.failure}
          words={wordRoleFailure}
          but={{ too_many: '200 invitations are open. Take some of them back first.' }}
        />
        <FormButtons form={form} save="Make the link" saving="Making..." onCancel={onClose} />
      </FormFrame>
    </Dialog>
  )
}

/** Shows the link once: the server keeps only a digest of its secret. */
function InviteLink({
  secret,
  expiresAt,
  name,
  role,
}: {
  secret: string
  expiresAt: string
  name: string
  role: StaffRole
}) {
  const url = `${location.origin}${paths.invitation}#${secret}`
  const send = async () => {
    const title = `${shopName()}: ${roleNames[role]}`
    const shared = await share({ title, text: `${name}, you are invited to work for ${shopName()}.`, url })
    if (shared === 'copied') toast.success('Copied')
    if (shared === 'failed') toast.error('This browser does not let the page share. Copy the link.')
  }
  return (
    <div className="grid gap-4">
      <p>
        Send this link to {name}. It works once, until {formatDayTime(expiresAt)}, and is not shown again: make a new
        one if it gets lost.
      </p>
      <p className="border-y border-rule py-3 font-strong">
        <CopyText text={url} what="the link" />
      </p>
      <ScreenQr value={url} title={`QR code of the invitation for ${name}`} className="w-44" />
      <p className="text-2 text-muted">They can scan the code from your screen.</p>
      <div>
        <Button kind="line" onClick={send}>
          Share
        </Button>
      </div>
    </div>
  )
}
