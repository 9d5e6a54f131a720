import { useRef, useState, type FormEvent } from 'react'
import { approveModes, readProofRules, RULES_ROW, saveProofRules } from '#shop/bank/proofs.api.ts'
import type { ProofRules, StoredRules } from '#shop/bank/proofs.api.ts'
import { ok } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { RecordHistory } from '../../history/history-list.tsx'
import { useSharedEdit } from '../../kit/edit/use-shared-edit.ts'
import { useUnsavedWork } from '../../kit/unsaved-work.ts'
import { whyFailed } from '../../kit/why-failed.ts'
import { focusFirstProblem } from '../../kit/edit/focus-first-problem.ts'
import {
  changedRules,
  modeWords,
  readRulesDraft,
  rulesDraftOf,
  rulesLabels,
  rulesSentence,
  type RulesDraft,
  type RulesField,
} from './rules-draft.ts'

/** Never saves over another admin's change: it shows theirs, and keeps what was typed. */
export function RulesForm({ stored, onSaved }: { stored: StoredRules; onSaved: () => Promise<unknown> }) {
  const edit = useSharedEdit(stored, rulesDraftOf, changedRules, readProofRules)
  const { seen, draft, setDraft, others } = edit
  const [problems, setProblems] = useState<Partial<Record<RulesField, string>>>({})
  const form = useRef<HTMLFormElement>(null)

  const { busy, failure, run, forget } = useAction(
    async (rules: ProofRules) => {
      const result = await saveProofRules(seen.revision, rules)
      if (!result.ok && result.failure.code === 'changed_meanwhile') await edit.compare()
      return result.ok ? ok(await readProofRules()) : result
    },
    { done: 'Rules saved', failed: 'Error saving the rules' },
  )
  const now = rulesDraftOf(seen)
  const changed = changedRules(now, draft).length > 0
  useUnsavedWork(changed)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const read = readRulesDraft(draft)
    forget()
    setProblems(read.ok ? {} : read.problems)
    if (!read.ok) {
      focusFirstProblem(form.current, Object.keys(rulesLabels) as RulesField[], read.problems)
      return
    }
    const result = await run(read.rules)
    if (!result?.ok) return
    edit.accept(result.value.ok ? result.value.value : null)
    void onSaved()
  }

  const set = (change: Partial<RulesDraft>) => setDraft((typed) => ({ ...typed, ...change }))
  const field = (name: Exclude<RulesField, 'approve'>) => ({
    name,
    label: rulesLabels[name],
    value: draft[name],
    error: problems[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate aria-label="Rules" className="grid gap-5">
      {failure ? (
        <Note kind="bad" role="alert">
          <p className="font-strong">Error saving the rules</p>
          <p>{whyFailed(failure)}</p>
          {others.length > 0 ? (
            <ul className="mt-1">
              {others.map((name) => (
                <li key={name}>
                  {rulesLabels[name]}, now stored: {name === 'approve' ? modeWords[now.approve].label : now[name]}
                </li>
              ))}
            </ul>
          ) : null}
        </Note>
      ) : null}
      <fieldset className="grid gap-1">
        <legend className="sr-only">{rulesLabels.approve}</legend>
        {approveModes.map((mode) => (
          <label key={mode} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
            <input
              type="radio"
              name="approve"
              value={mode}
              checked={draft.approve === mode}
              onChange={() => set({ approve: mode })}
              className="mt-0.5 size-5 flex-none accent-(--ink)"
            />
            <span>
              {modeWords[mode].label}
              <span className="block text-1 text-muted">{modeWords[mode].hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="grid gap-x-8 gap-y-4 desk:grid-cols-3">
        <TextField {...field('mostAmount')} hint="Larger ones wait for a person" inputMode="decimal" maxLength={14} />
        <TextField {...field('mostAMinute')} hint="More wait for a person" inputMode="numeric" maxLength={4} />
        <TextField
          {...field('rejectHours')}
          hint="Then an undecided payment is listed for rejection"
          inputMode="numeric"
          maxLength={3}
        />
      </div>
      <p role="status" className="max-w-[68ch]">
        {rulesSentence(draft)}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={busy} busyLabel="Saving...">
          Save rules
        </Button>
        <Button
          kind="line"
          disabled={!changed || busy}
          onClick={() => {
            setDraft(now)
            setProblems({})
            forget()
          }}
        >
          Undo changes
        </Button>
      </div>
      <RecordHistory key={seen.updatedAt} of={[{ noun: 'proof_rules', ids: [RULES_ROW] }]} />
    </form>
  )
}
