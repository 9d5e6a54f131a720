import { readLowSpace } from '#shop/upkeep/clean-up.api.ts'
import { count } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { useLoaded } from '../kit/use-loaded.ts'

/** Warns before the disk is so full that screenshots are refused. Shows nothing on a hosted shop. */
export function LowSpace() {
  const { value } = useLoaded('low-space', readLowSpace)
  if (!value) return null
  return (
    <Note kind="warn" className="mt-4" role="status">
      <b className="font-strong">The server’s disk is nearly full.</b> {count(value.freeMb)} MB are left. Below{' '}
      {count(value.leastMb)} MB screenshots are refused, and payments wait on customers’ phones.
    </Note>
  )
}
