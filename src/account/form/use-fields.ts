import { useRef, useState } from 'react'

/** Returns the fields of an account form: what was typed, what is wrong with it, and the properties of each. */
export function useFields<Name extends string>(first: Readonly<Record<Name, string>>) {
  const [typed, setTyped] = useState(first)
  const [problems, setProblems] = useState<Partial<Record<Name, string | undefined>>>({})
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({})
  const focus = (name: Name): void => inputs.current[name]?.focus()

  const field = (name: Name) => ({
    name: name as string,
    ref: (node: HTMLInputElement | null) => {
      inputs.current[name] = node
    },
    required: true,
    value: typed[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => setTyped((now) => ({ ...now, [name]: event.target.value })),
  })
  /** Shows these problems and moves the focus to the first such field. Returns false when there is none. */
  const refuse = (found: typeof problems): boolean => {
    setProblems(found)
    const wrong = (Object.keys(first) as Name[]).find((name) => found[name])
    if (wrong) focus(wrong)
    return wrong !== undefined
  }
  return { typed, setTyped, problems, setProblems, field, focus, refuse }
}
