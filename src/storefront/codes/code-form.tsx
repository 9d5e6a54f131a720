import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useIdentity } from '#account/session/identity.ts'
import { rememberReturn } from '#account/session/sign-in.ts'
import type { Failure, Result } from '#platform/failure/failure.ts'
import { foldCode, LONGEST_CODE, SHORTEST_CODE, type CodeAnswer, type OpenedCode } from '#shop/codes/code.ts'
import { openCode } from '#shop/codes/codes.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { Form } from '#ui/controls/form.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { t } from '#ui/messages/messages.ts'
import { CODE_QUERY, paths, withQuery } from '#ui/paths.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import '#ui/messages/en/buying/codes.ts'

/** Room for spaces and hyphens between the characters. */
const LONGEST_TYPED = 2 * LONGEST_CODE

/** Opens a code at one of the events. A visitor signs in first, and what was typed returns in the address `typedAt`. */
export function CodeForm({
  events,
  typedAt,
  first = '',
  onOpened,
}: {
  events: readonly string[]
  typedAt: string
  first?: string
  onOpened?: (code: OpenedCode) => void
}) {
  const identity = useIdentity()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(first)
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const opening = useAction((code: string) => openCode(code, events))

  const submit = async (): Promise<void> => {
    if (identity.status !== 'signed-in') {
      rememberReturn(withQuery(typedAt, { [CODE_QUERY]: foldCode(typed) }))
      void navigate(paths.login)
      return
    }
    const { length } = foldCode(typed)
    const answer = length < SHORTEST_CODE || length > LONGEST_CODE ? null : await opening.run(typed)
    if (answer === undefined) return
    if (answer?.ok && 'opened' in answer.value) {
      setTyped('')
      setProblem(null)
      onOpened?.(answer.value.opened)
      return
    }
    setProblem(problemOf(answer))
    field.current?.focus()
  }

  return (
    <Form className="mt-3 mb-1 grid gap-2" onSend={submit}>
      <TextField
        ref={field}
        label={t('code.label')}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={LONGEST_TYPED}
        value={typed}
        error={problem ?? undefined}
        hint={identity.status === 'signed-in' ? undefined : t('code.signIn')}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(null)
        }}
      />
      <Button
        type="submit"
        kind="line"
        small
        busy={opening.busy}
        busyLabel={t('code.checking')}
        className="justify-self-start"
      >
        {identity.status === 'signed-in' ? t('code.apply') : t('code.signIn.action')}
      </Button>
    </Form>
  )
}

/** Null: too short or too long for a code. */
function problemOf(answer: Result<CodeAnswer> | null): string {
  if (answer === null) return t('code.unknown')
  if (!answer.ok) return failureWords(answer.failure)
  return 'refusal' in answer.value ? refusalWords(answer.value) : ''
}

function refusalWords(answer: Exclude<CodeAnswer, { opened: OpenedCode }>): string {
  switch (answer.refusal) {
    case 'ended':
      return t('code.ended')
    case 'used_up':
      return t('code.usedUp')
    case 'not_for_this_event':
      return t('code.notForThese')
    case 'not_yet':
      return answer.from ? t('code.notYet', { day: formatDayTime(answer.from) }) : t('code.unknown')
    default:
      return t('code.unknown')
  }
}

function failureWords({ code }: Failure): string {
  if (code === 'too_many') return t('code.tooMany')
  if (code === 'unreachable') return t('code.offline')
  if (code === 'signed_out' || code === 'not_signed_in') return t('code.signIn')
  return t('code.failed')
}
