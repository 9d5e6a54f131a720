import { useState, type FormEvent } from 'react'
import { readAmount } from '#shop/box-office/cash.ts'
import { MAX_TILL_NAME, openTill } from '#shop/box-office/till.api.ts'
import type { TillBook } from '#shop/box-office/till.ts'
import { newUuid } from '#platform/text/uuid.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { readStored, writeStored } from '#platform/device/stored.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { rupees } from '#ui/format.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { whyFailed } from '../../kit/why-failed.ts'

/** Without an open till nothing is sold. */
export function OpenTill({ onOpened }: { onOpened: (till: TillBook) => unknown }) {
  // Made once, so that a repeat opens the same till.
  const [id] = useState(newUuid)
  const [name, setName] = useState(() => readStored('tillName') ?? 'Front desk')
  const [cash, setCash] = useState('')
  const [problems, setProblems] = useState<{ name?: string; cash?: string }>({})
  const amount = readAmount(cash)
  const { busy, failure, run } = useAction(
    async (counted: number) => {
      const result = await openTill(id, name.trim(), counted)
      if (result.ok || result.failure.code === 'till_open') writeStored('tillName', name.trim())
      return result
    },
    { done: (till) => `${till.name} is open` },
  )
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = {
      ...(name.trim() === '' && { name: 'Enter a name, such as Front desk.' }),
      ...(amount === null && { cash: 'Count the drawer and enter rupees, 0 if it is empty.' }),
    }
    setProblems(found)
    if ('name' in found || 'cash' in found || amount === null) {
      const first = 'name' in found ? 'name' : 'cash'
      event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    const result = await run(amount)
    if (result?.ok) await onOpened(result.value)
  }
  return (
    <form onSubmit={submit} noValidate aria-label="Open a till" className="grid max-w-[420px] gap-4">
      <div>
        <h2 className="head-4">Open a till</h2>
        <p className="mt-1 text-2 text-muted">
          Nothing is sold without one: its book says what was taken, and at the end whether the drawer has it.
        </p>
      </div>
      <TextField
        name="name"
        label="Name of the till"
        hint="This device remembers it."
        value={name}
        error={problems.name}
        maxLength={MAX_TILL_NAME}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        name="cash"
        label="Cash in the drawer"
        hint={amount === null ? 'Rupees, as counted' : `${rupees(amount)} in the drawer`}
        value={cash}
        error={problems.cash}
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        onChange={(event) => setCash(event.target.value)}
      />
      {failure ? (
        <Note kind="bad" role="alert">
          {whyNotOpened(failure)}
        </Note>
      ) : null}
      <div>
        <Button type="submit" kind="lit" busy={busy} busyLabel="Opening...">
          Open the till
        </Button>
      </div>
    </form>
  )
}

function whyNotOpened(failure: Failure): string {
  switch (failure.code) {
    case 'till_open':
      return 'You have another till open, perhaps on another device. Load this page again to go on with it.'
    case 'changed_meanwhile':
      return 'The till is open, with the name and cash of the first try. Load this page again to go on with it.'
    default:
      return whyFailed(failure)
  }
}
