import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { ok } from '#platform/failure/failure.ts'
import { FormButtons, FormFrame } from './form-frame.tsx'
import { changedFields, problemsIn, useForm, withEdits } from './use-form.ts'

const start = { name: 'Asha', seats: ['A1'], isGuest: false }

test('a field is changed when it differs from what is stored, lists by what they hold', () => {
  expect(changedFields(start, { ...start, seats: ['A1'] })).toEqual([])
  expect(changedFields(start, { ...start, isGuest: true, seats: [] })).toEqual(['seats', 'isGuest'])
})

test('keeps an edit until it is as stored again', () => {
  const edits = withEdits(start, { isGuest: true }, { name: 'Bela' })
  expect(edits).toEqual({ isGuest: true, name: 'Bela' })
  expect(withEdits(start, edits, { name: 'Asha' })).toEqual({ isGuest: true })
})

test('problems are the checks that say something', () => {
  expect(problemsIn({ name: false, seats: 'Choose the seats.' })).toEqual({ problems: { seats: 'Choose the seats.' } })
  expect(problemsIn({ name: false, seats: false })).toBeNull()
})

const asked = (name: string) => {
  const save = vi.fn(async ({ clean }: { clean: string }) => ok(clean))
  const said: unknown[] = []
  let submit: () => Promise<void> = async () => undefined
  function Form() {
    const form = useForm({
      start: { ...start, name },
      read: (draft) =>
        problemsIn({ name: draft.name.trim() === '' && 'Write a name.' }) ?? { clean: draft.name.trim() },
      save,
      onSaved: (saved) => said.push(saved),
    })
    submit = form.submit
    return (
      <FormFrame form={form} name="Guest" className="grid">
        <input {...form.field('name')} readOnly />
        <input type="checkbox" {...form.box('isGuest')} readOnly />
        <FormButtons form={form} save="Save" saving="Saving..." undo="Undo changes" />
      </FormFrame>
    )
  }
  const html = renderToStaticMarkup(<Form />)
  return { html, submit, save, said }
}

test('draws the fields as stored, without anything to take back', () => {
  const { html } = asked('Asha')
  expect(html).toContain('aria-label="Guest"')
  expect(html).toMatch(/name="name"[^>]*value="Asha"/)
  expect(html).toMatch(/<button[^>]*disabled[^>]*><span>Undo changes/)
})

test('saves what was read, and nothing while there are problems', async () => {
  const good = asked(' Asha ')
  await good.submit()
  expect(good.save).toHaveBeenCalledWith({ clean: 'Asha' })
  expect(good.said).toEqual(['Asha'])
  const bad = asked(' ')
  await bad.submit()
  expect(bad.save).not.toHaveBeenCalled()
})
