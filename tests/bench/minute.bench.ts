// `npm run bench -- minute` measures the first minute of a sale (tests/bench/minute). MINUTE_PARTS=page,taken,holds,seen,
// scene-postgres,scene-embedded,strangers,people,queue,door,cache measures only the parts that it names.
import { notMeasured, type Report } from './measure.ts'
import { cache } from './minute/cache.ts'
import { changeSeen } from './minute/change-seen.ts'
import { door } from './minute/door.ts'
import { holds } from './minute/holds.ts'
import { people } from './minute/people.ts'
import { queue } from './minute/queue.ts'
import { reads } from './minute/reads.ts'
import { CROWDS, scene } from './minute/scene.ts'

export const name = 'The first minute of a sale: pages, taken seats, holds, 12,000 people at once, and queues'

export const note =
  'Load and server share the machine. Ratios are medians of short rounds in which both sides take turns; the first are not ' +
  'counted. “Cores of the load”: near 1, the load is the limit and brings a ratio nearer to 1. Watchers ask for taken seats ' +
  'as often as the last answer says, ± 10 %, for the changes since; they share 256 connections, and the time of an answer ' +
  'includes the wait for one. In the scene half of the people come within ten seconds, all within forty. Buyers look, ' +
  'think for some seconds, hold two seats that looked free, rather in front, choose again when they are taken, and pay; ' +
  'some leave, with and without their seats. At the door 20,000 people join a queue within a minute, each by an account of ' +
  'their own; its draw and its rate are the shop’s. The least server for holds waits for begin, for the caller, for the call and for commit. Everybody sends what a browser sends; ten people share an address. In place of a hosted shop’s data API the least server calls the function; nginx keeps its answers by the file that `npm run static-host -- nginx` writes.'

const wanted = process.env['MINUTE_PARTS']?.split(',')
const isWanted = (part: string): boolean => wanted?.includes(part) ?? true

/** The parts by name, in the order of a sale; a name may have several parts in one shop. */
const PARTS: [names: string[], measure: () => Promise<Report>][] = [
  [['page', 'taken'], () => reads(isWanted)],
  [['holds'], holds],
  [['seen'], changeSeen],
  [['scene-postgres'], () => scene(CROWDS.postgres)],
  [['scene-embedded'], () => scene(CROWDS.embedded)],
  [['strangers'], () => scene(CROWDS.strangers)],
  [['people'], people],
  [['queue'], queue],
  [['door'], door],
  [['cache'], cache],
]

/** A part that fails is over its bar, and the others are measured. */
export async function run(): Promise<Report> {
  const found: Report[] = []
  for (const [names, measure] of PARTS.filter(([names]) => names.some(isWanted))) {
    console.log(`${names.join(', ')} …`)
    found.push(await measure().catch((error: Error) => ({ tables: [], measures: [notMeasured(names.join(), error)] })))
  }
  return { tables: found.flatMap(({ tables }) => tables), measures: found.flatMap(({ measures }) => measures) }
}
