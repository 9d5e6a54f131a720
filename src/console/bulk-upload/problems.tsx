import { Note } from '#ui/display/note.tsx'
import { count } from '#ui/format.ts'
import { counted } from '../kit/words/counted.ts'

const MAX_PROBLEMS = 200

export function Problems({ name, problems }: { name: string; problems: string[] }) {
  return (
    <Note kind="bad" className="mt-6" role="alert">
      <p className="font-strong">
        {counted(problems.length, 'problem')} in {name}. Nothing was imported.
      </p>
      <ul className="mt-2 grid gap-1 wrap-anywhere">
        {problems.slice(0, MAX_PROBLEMS).map((problem, at) => (
          <li key={at}>{problem}</li>
        ))}
      </ul>
      {problems.length > MAX_PROBLEMS ? (
        <p className="mt-1">And {count(problems.length - MAX_PROBLEMS)} more.</p>
      ) : null}
    </Note>
  )
}
