import { defineConfig } from '@playwright/test'
import { enginesHere } from '../scripts/engines.mjs'
import type { EngineOptions } from './engines/support/story.ts'

const PRIVATE = /private/

const all: { name: string; use: EngineOptions; testIgnore?: RegExp; testMatch?: RegExp }[] = [
  { name: 'firefox', use: { engineName: 'firefox', lasting: false }, testIgnore: PRIVATE },
  { name: 'webkit-lasting', use: { engineName: 'webkit', lasting: true }, testIgnore: PRIVATE },
  // Only what a private window does otherwise.
  { name: 'webkit-private', use: { engineName: 'webkit', lasting: false }, testMatch: PRIVATE },
]
const here = new Set(enginesHere().projects)

/** The shop's stories in the engines beside Chromium, as far as this machine has them; each worker opens its own shop. */
export default defineConfig<object, EngineOptions>({
  testDir: './engines',
  outputDir: '../.cache/engines',
  timeout: 480_000,
  fullyParallel: false,
  workers: 2,
  retries: process.env.CI ? 2 : 0,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  projects: all.filter((project) => here.has(project.name)),
})
