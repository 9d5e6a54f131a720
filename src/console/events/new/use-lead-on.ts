import { useEffect, type RefObject } from 'react'

/** Enter in a field goes to the next one, as in the rows of a table; buttons and text areas keep it. */
export function useLeadOn(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const node = form.current
    node?.addEventListener('keydown', leadOn)
    return () => node?.removeEventListener('keydown', leadOn)
  }, [form])
}

function leadOn(event: KeyboardEvent): void {
  const { target } = event
  if (event.key !== 'Enter' || event.isComposing) return
  const isField = target instanceof HTMLInputElement && target.type !== 'file'
  if (!isField && !(target instanceof HTMLSelectElement)) return
  event.preventDefault()
  const fields = [...(target.form?.elements ?? [])].filter(
    (one) =>
      (one instanceof HTMLInputElement || one instanceof HTMLSelectElement || one instanceof HTMLTextAreaElement) &&
      !one.disabled,
  ) as HTMLElement[]
  const next = fields[fields.indexOf(target) + 1]
  next?.focus()
  if (next instanceof HTMLInputElement) next.select()
}
