import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { startPostgres, type Postgres } from './postgres.ts'

export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Function Name'?: string
  Filter?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** Rows a node read, including those it filtered out. */
export const rowsRead = (node: PlanNode): number =>
  ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  (node['Actual Loops'] ?? 0)

export interface Planned {
  query: string
  plan: PlanNode
}

export interface WatchedPostgres extends Postgres {
  /**
   * The plan of every statement that ran during `work`, including those inside functions, and took `leastMs` or longer: a
   * list calls functions for each row, and writing down the plans of all costs minutes.
   */
  plansOf(work: () => Promise<unknown>, leastMs?: number): Promise<Planned[]>
}

const LINE = '@entry@ '
/** auto_explain's word for writing down nothing. */
const OFF = -1
const LOG_LAG_MS = 20_000
const MAX_TORN = 4

/** A real PostgreSQL that logs every plan (auto_explain), with the clients' roles and row security. */
export async function startWatchedPostgres(): Promise<WatchedPostgres> {
  let log = ''
  let listening = false
  const cluster = await startPostgres({
    settings: [
      `log_line_prefix=${LINE}`,
      'session_preload_libraries=auto_explain',
      'auto_explain.log_nested_statements=on',
      'auto_explain.log_format=json',
      'auto_explain.log_analyze=on',
      'auto_explain.log_timing=off',
      'jit=off',
    ],
    onLog: (text) => {
      if (listening) log += text
    },
  })
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} })
  const watch = async (leastMs: number): Promise<void> => {
    await sql.unsafe(`alter system set auto_explain.log_min_duration = ${leastMs}`)
    await sql`select pg_reload_conf()`
    // Sessions apply a new configuration at their next statement, moments after the postmaster signals them.
    const until = Date.now() + LOG_LAG_MS
    for (;;) {
      if (Date.now() > until) throw new Error('The server does not take its configuration up.')
      const [row] = await sql<{ value: string }[]>`select current_setting('auto_explain.log_min_duration') as value`
      if (Number.parseInt(row?.value ?? '') === leastMs) return
      await sleep(20)
    }
  }
  const logOf = async (work: () => Promise<unknown>, leastMs: number): Promise<string[]> => {
    await watch(leastMs)
    log = ''
    listening = true
    await work()
    const mark = `mark-${Math.random().toString(36).slice(2)}`
    await sql.unsafe(`do $$ begin raise log '${mark}'; end $$`)
    const until = Date.now() + LOG_LAG_MS
    while (!log.includes(mark)) {
      if (Date.now() > until) throw new Error('The plans did not arrive in the log.')
      await sleep(20)
    }
    listening = false
    await watch(OFF)
    return log.split(LINE).filter((entry) => !entry.includes(mark))
  }
  return {
    ...cluster,
    async plansOf(work, leastMs = 0) {
      for (let tries = 1; ; tries += 1) {
        // oxlint-disable-next-line no-await-in-loop -- asked again only when the log cannot be read
        const logged = await logOf(work, leastMs)
        try {
          return logged.flatMap(readPlan)
        } catch (error) {
          // Entries longer than a pipe's buffer are torn apart when two sessions write at once.
          if (!(error instanceof SyntaxError) || tries === MAX_TORN) throw error
        }
      }
    },
    async stop() {
      await sql.end()
      await cluster.stop()
    },
  }
}

function readPlan(entry: string): Planned[] {
  const json = /plan:\s*(\{[\s\S]*\})/.exec(entry)?.[1]
  if (!json) return []
  // The server indents the lines of one entry with tabs, also those inside the query's text.
  const read = JSON.parse(json.replaceAll(/\n\t/g, '\n')) as { 'Query Text': string; Plan: PlanNode }
  return [{ query: read['Query Text'], plan: read.Plan }]
}

export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}
