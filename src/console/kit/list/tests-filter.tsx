import { Chip } from '#ui/controls/chip.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import type { ListState } from './list-state.ts'

/** True when the address asks for test orders alone (`tests=only`). */
export const testsOf = (list: ListState): true | undefined => (list.get('tests') === 'only' ? true : undefined)

export function TestsFilter({ list, className }: { list: ListState; className?: string }) {
  const on = testsOf(list) === true
  return (
    <div className={className} role="group" aria-label="Tests">
      <Chip on={on} onClick={() => list.set({ tests: on ? null : 'only' })}>
        Only tests
      </Chip>
    </div>
  )
}

export function TestTag() {
  return (
    <StateMark kind="info" tag>
      TEST
    </StateMark>
  )
}
