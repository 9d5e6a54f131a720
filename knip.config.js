/**
 * What `npm test` holds against files, exports, types and packages that nothing uses (layer `unused`) and, with
 * `--production`, against those that only tests use (layer `used by tests only`). A `!` marks what the product runs.
 */
export default ({ production }) => ({
  workspaces: {
    '.': {
      entry: [
        'server/main.ts!',
        'server/commands/*.ts!',
        // A hosted shop's edge function runs it: scripts/functions.vite.config.mjs bundles it.
        'server/mail/decision-mail-function.ts!',
        'supabase/functions/*/index.ts!',
        'supabase/journal/write-migration-command.ts',
        'scripts/*.mjs',
        'scripts/lint/*.mjs',
      ],
      project: [
        'src/**/*.{ts,tsx,css}!',
        'server/**/*.ts!',
        'supabase/**/*.ts!',
        '!**/*.test.{ts,tsx}!',
        '!supabase/{journal,tests}/**!',
        'scripts/**/*.mjs',
      ],
      // scripts/test.mjs starts the linter by its path; with `--type-aware` it finds the second package itself.
      ignoreDependencies: ['oxlint', 'oxlint-tsgolint'],
    },
    tests: {
      entry: [
        '**/*.bench.ts',
        // scripts/bench.mjs imports it by a path that it puts together, and package.json's `db:types` starts the other.
        'bench/write-benchmarks.ts',
        'support/generate-types.ts',
        // Run by hand, as their first lines say.
        'support/{make-released,make-screens,picture-every-screen}.ts',
        // tests/bench/reference-build.ts and tests/bench/gate/serve-page.ts build them by their names.
        'bench/reference/react-alone.tsx',
        'bench/gate/page.ts',
      ],
      project: ['**/*.{ts,tsx}', '!support/lint-fixture/**'],
      playwright: { config: ['playwright.config.ts', 'engines.config.ts'] },
    },
  },
  ignoreIssues: {
    // `npm run db:types` writes it, with helpers for types that the shop does not name.
    'src/platform/supabase/database.types.ts': ['exports', 'types'],
    // What stories share: the next story may ask for a part of it.
    'tests/{e2e,engines}/support/**': ['exports', 'types'],
  },
  // A unit test may call a part of what the product calls; a part that only the test calls is reported.
  ignoreExportsUsedInFile: production,
})
