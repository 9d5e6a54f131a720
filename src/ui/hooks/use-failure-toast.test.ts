import { expect, it } from 'vitest'
import { failureReporter } from './use-failure-toast.ts'

const FAILED = 'Unable to load concerts. Please try again later.'

it('reports a failure once, not for each automatic retry', () => {
  const said: string[] = []
  const failure = failureReporter((text) => said.push(text))
  failure.sees(null, false)
  for (let poll = 0; poll < 3; poll += 1) {
    failure.sees(FAILED, false)
    failure.sees(null, false)
  }
  expect(said).toEqual([FAILED])
})

it('reports it again after the user retries or after a success', () => {
  const said: string[] = []
  const failure = failureReporter((text) => said.push(text))
  failure.sees(FAILED, false)
  failure.asked()
  failure.sees(null, false)
  failure.sees(FAILED, false)
  expect(said).toHaveLength(2)
  failure.sees(null, true)
  failure.sees(FAILED, false)
  expect(said).toHaveLength(3)
})
