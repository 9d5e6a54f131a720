import { useState } from 'react'
import { readEventRows } from '#shop/catalogue/admin/events-admin.api.ts'
import { setStaffEvents, staffEvents, worksAtAll } from '#shop/gate/gate-admin.api.ts'
import type { DoorRole } from '#shop/people/role.ts'
import { Button } from '#ui/controls/button.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { concertOf, findOpenConcerts, sinceNow, type OfferedConcert } from '../kit/concerts/concert-choice.ts'
import { ConcertsField } from '../kit/concerts/concert-field.tsx'
import { FailureNote } from '../kit/form/form-frame.tsx'
import { WhenLoaded } from '../kit/list/when-loaded.tsx'
import { together, useLoaded } from '../kit/use-loaded.ts'
import { useUnsavedWork } from '../kit/unsaved-work.ts'
import { worksAtOf } from './roles.ts'

const isSame = (a: readonly OfferedConcert[], b: readonly OfferedConcert[]): boolean =>
  a.length === b.length && a.every(({ id }) => b.some((one) => one.id === id))

/** Assigns upcoming events to gate or box office staff; past assignments stay. */
export function GateEvents({ userId, role }: { userId: string; role: DoorRole }) {
  const assigned = useLoaded(`${userId} ${role}`, () => staffEvents(userId, role))
  const all = useLoaded(`all ${userId} ${role}`, () => worksAtAll(userId, role))
  const stored = assigned.value ?? []
  const theirs = useLoaded(assigned.value ? `theirs ${role} ${stored.join()}` : '', () =>
    readEventRows(stored, sinceNow()),
  )
  const [edited, setEdited] = useState<readonly OfferedConcert[] | null>(null)
  const { busy, failure, run } = useAction((ids: string[]) => setStaffEvents(userId, role, ids), {
    done: role === 'gate' ? 'Gate assignment changed' : 'Assignment changed',
    failed: 'Error changing the assignment',
  })
  const kept = (theirs.value ?? []).map(concertOf)
  const chosen = edited ?? kept
  const isChanged = !isSame(chosen, kept)
  useUnsavedWork(isChanged, 'The assignment that you changed is not saved yet.')

  const save = async () => {
    const past = stored.filter((id) => !kept.some((one) => one.id === id))
    const result = await run([...past, ...chosen.map(({ id }) => id)])
    if (!result?.ok) return
    await assigned.reload()
    setEdited(null)
  }
  return (
    <div className="mt-5">
      <WhenLoaded of={together({ assigned, theirs, all })} message="Error fetching data">
        {() =>
          all.value ? (
            <p>{worksAtOf[role]} all concerts. The Door of any concert takes that back.</p>
          ) : (
            <>
              <ConcertsField legend={worksAtOf[role]} value={chosen} find={findOpenConcerts} onChange={setEdited} />
              <Button
                className="mt-3"
                kind="line"
                busy={busy}
                busyLabel="Saving..."
                disabled={!isChanged}
                onClick={save}
              >
                {role === 'gate' ? 'Save gate assignment' : 'Save assignment'}
              </Button>
            </>
          )
        }
      </WhenLoaded>
      <FailureNote failure={failure} className="mt-3" />
    </div>
  )
}
