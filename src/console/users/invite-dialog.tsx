import { useRef, useState, type FormEvent } from 'react'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import type { StaffRole } from '#shop/people/role.ts'
import { inviteStaff, MAX_INVITATION_NAME } from '#shop/staff/invitations-admin.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { EventChoice } from './event-choice.tsx'
import { InviteLink } from './invite-link.tsx'
import { LastDay, wordRoleFailure } from './role-form.tsx'
import { endOfDay, roleChoices } from './roles.ts'

export function InviteButton({ onMade }: { onMade?: () => Promise<unknown> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Invite staff
      </Button>
      {open ? <InviteDialog onMade={onMade} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function InviteDialog({ onMade, onClose }: { onMade?: () => Promise<unknown>; onClose: () => void }) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [role, setRole] = useState<StaffRole>('gate')
  const [events, setEvents] = useState<EventListRow[]>([])
  const [day, setDay] = useState('')
  const [link, setLink] = useState<{ secret: string; expiresAt: string } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { busy, failure, run } = useAction(
    () => inviteStaff({ name: name.trim(), role, eventIds: events.map(({ id }) => id), roleEndsAt: endOfDay(day) }),
    { failed: 'Error making the invitation' },
  )

  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') {
      setProblem('Write for whom it is.')
      return field.current?.focus()
    }
    const result = await run()
    if (!result?.ok) return
    setLink(result.value)
    await onMade?.()
  }

  if (link)
    return (
      <Dialog open onClose={onClose} title={`Invitation for ${name.trim()}`}>
        <InviteLink {...link} name={name.trim()} role={role} />
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} title="Invite staff" subtitle="Makes a link that gives a role, once.">
      <form className="grid gap-5" onSubmit={make} noValidate aria-label="Invite staff">
        <TextField
          ref={field}
          label="For"
          hint="A name, so that you know whose link it is"
          value={name}
          error={problem}
          maxLength={MAX_INVITATION_NAME}
          autoComplete="off"
          data-autofocus
          onChange={(event) => {
            setName(event.target.value)
            setProblem(undefined)
          }}
        />
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label="Role"
            className="min-w-[240px] flex-1"
            value={role}
            onChange={(event) => setRole(event.target.value as StaffRole)}
          >
            {roleChoices.map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </SelectField>
          <LastDay value={day} onChange={setDay} />
        </div>
        {role === 'gate' && day !== '' ? (
          <p className="text-2 text-muted">
            The role ends at midnight after that day. A phone sends its scans only until then: after a late concert,
            choose the day after it.
          </p>
        ) : null}
        {role === 'admin' ? (
          <Note kind="warn">The first person to accept becomes an admin. Send the link to that person alone.</Note>
        ) : (
          <EventChoice
            legend={role === 'gate' ? 'Works at the gate of' : 'Sells tickets of'}
            chosen={events}
            onChange={setEvents}
          />
        )}
        {failure ? (
          <Note kind="bad" role="alert">
            {failure.code === 'too_many'
              ? '200 invitations are open. Take some of them back first.'
              : wordRoleFailure(failure)}
          </Note>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} busyLabel="Making...">
            Make the link
          </Button>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
