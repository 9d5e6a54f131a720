import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Vitest's own number leaves a core idle, which on two cores is half of them. Another layer runs beside. */
const WORKERS = Math.max(2, availableParallelism() - 1)

/** Generous, since machines are busy: a test that takes longer hangs. */
const UNIT_TIMEOUT_MS = 60_000
const SCREENS_TIMEOUT_MS = 300_000
/** For expect.poll, as in the browser's stories. */
const SCREENS_POLL_MS = 30_000
const SQL_TIMEOUT_MS = 300_000
const API_TIMEOUT_MS = 300_000
const RACES_TIMEOUT_MS = 600_000

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.{ts,tsx}',
            'server/**/*.test.ts',
            'scripts/**/*.test.mjs',
            'tests/mutants/*.test.ts',
          ],
          testTimeout: UNIT_TIMEOUT_MS,
          hookTimeout: UNIT_TIMEOUT_MS,
          // A fifth of their time is waiting for short pauses.
          maxWorkers: availableParallelism() + 1,
        },
      },
      {
        resolve: {
          alias: { '@playwright/test': fileURLToPath(new URL('tests/screens/driver/index.ts', import.meta.url)) },
        },
        test: {
          name: 'screens',
          include: ['tests/screens/*.spec.ts'],
          globalSetup: ['tests/screens/driver/build.ts'],
          // A server for each file: what one story leaves changes no other file's.
          isolate: true,
          // The browser's stories are on the embedded database; these show the same pages the other one.
          env: { STORIES_ON: 'postgres' },
          // As the stories in a browser: a shared machine stalls for seconds now and then.
          retry: process.env.CI ? 2 : 0,
          expect: { poll: { timeout: SCREENS_POLL_MS } },
          testTimeout: SCREENS_TIMEOUT_MS,
          hookTimeout: SCREENS_TIMEOUT_MS,
          maxWorkers: availableParallelism(),
        },
      },
      {
        test: {
          name: 'sql',
          include: ['supabase/tests/**/*.test.ts'],
          testTimeout: SQL_TIMEOUT_MS,
          hookTimeout: SQL_TIMEOUT_MS,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'races',
          include: ['tests/sql-races/**/*.test.ts'],
          testTimeout: RACES_TIMEOUT_MS,
          hookTimeout: RACES_TIMEOUT_MS,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          testTimeout: API_TIMEOUT_MS,
          hookTimeout: API_TIMEOUT_MS,
          // Each file starts servers of its own; more than two at once slow each other down.
          maxWorkers: 2,
        },
      },
    ],
  },
})
