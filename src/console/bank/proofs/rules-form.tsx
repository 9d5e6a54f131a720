import { approveModes, readProofRules, RULES_ROW, saveProofRules } from '#shop/bank/proofs.api.ts'
import type { StoredRules } from '#shop/bank/proofs.api.ts'
import { TextField } from '#ui/controls/field.tsx'
import { FailureNote, FormButtons, FormFrame } from '../../kit/form/form-frame.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { useStored } from '../../kit/form/use-stored.ts'
import { RecordHistory } from '../../history/history-list.tsx'
import { modeWords, readRulesDraft, rulesDraftOf, rulesLabels, rulesSentence, type RulesField } from './rules-draft.ts'

/** Edits the rules and never saves over another admin's change: it shows theirs, and keeps what was typed. */
export function RulesForm({ stored, onSaved }: { stored: StoredRules; onSaved: () => Promise<unknown> }) {
  const { seen, now, others, save } = useStored(stored, rulesDraftOf, readProofRules)
  const form = useForm({
    start: now,
    read: readRulesDraft,
    save: ({ rules }) => save(() => saveProofRules(seen.revision, rules)),
    onSaved: (fresh, reset) => {
      if (fresh) reset()
      void onSaved()
    },
    done: 'Rules saved',
    failed: 'Error saving the rules',
  })
  const { draft, change } = form
  const field = (name: Exclude<RulesField, 'approve'>) => ({ ...form.field(name), label: rulesLabels[name] })

  return (
    <FormFrame form={form} name="Rules" className="grid gap-5">
      <FailureNote failure={form.failure} title="Error saving the rules">
        {others.length > 0 ? (
          <ul className="mt-1">
            {others.map((name) => (
              <li key={name}>
                {rulesLabels[name]}, now stored: {name === 'approve' ? modeWords[now.approve].label : now[name]}
              </li>
            ))}
          </ul>
        ) : null}
      </FailureNote>
      <fieldset className="grid gap-1">
        <legend className="sr-only">{rulesLabels.approve}</legend>
        {approveModes.map((mode) => (
          <label key={mode} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
            <input
              type="radio"
              name="approve"
              value={mode}
              checked={draft.approve === mode}
              onChange={() => change({ approve: mode })}
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
      <FormButtons form={form} save="Save rules" saving="Saving..." undo="Undo changes" />
      <RecordHistory key={seen.updatedAt} of={[{ noun: 'proof_rules', ids: [RULES_ROW] }]} />
    </FormFrame>
  )
}
