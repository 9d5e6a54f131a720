/** Moves the focus to the first of these fields that has a problem. Returns false when none has one. */
export function focusFirstProblem<Name extends string>(
  form: HTMLFormElement | null,
  names: readonly Name[],
  problems: Readonly<Partial<Record<Name, unknown>>>,
): boolean {
  const first = names.find((name) => problems[name])
  if (first === undefined) return false
  form?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  return true
}
