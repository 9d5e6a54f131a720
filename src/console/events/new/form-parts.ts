import type { ConcertDraft } from './draft/concert-draft.ts'
import type { Known, Problems } from './draft/read-concert.ts'

/** What every section of the form works with. */
export interface FormParts {
  draft: ConcertDraft
  problems: Problems
  known: Known
  /** Of a stored concert: the ids of its stored zones, whose seats stay, and whether it is published. */
  stored?: { zones: ReadonlySet<string>; published: boolean }
  change: (change: (draft: ConcertDraft) => Partial<ConcertDraft>) => void
}

/** The element of a path: the summary of problems leads there. */
export const idOf = (path: string): string =>
  path.startsWith('about.') ? path.replace('.', '-') : `concert-${path.replace(/[^a-zA-Z0-9]+/g, '-')}`

/** Wires a field to its path. */
export const fieldAt = ({ problems }: Pick<FormParts, 'problems'>, path: string) => ({
  id: idOf(path),
  name: path,
  error: problems[path],
})

/** Replaces one of a list. */
export const replaced = <T>(list: readonly T[], at: number, part: Partial<T>): T[] =>
  list.map((one, index) => (index === at ? { ...one, ...part } : one))
