import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '../../../tests/support/device/fake-storage.ts'
import { chooseCity, chosenCity } from './chosen-city.store.ts'

let kept: Map<string, string>
beforeEach(() => void (kept = stubStorage('localStorage')))
afterEach(() => void vi.unstubAllGlobals())

it('the city of this device is null at first, then the last choice', () => {
  expect(chosenCity()).toBeNull()
  chooseCity('Mumbai')
  chooseCity('Goa')
  expect(chosenCity()).toBe('Goa')
})
it('the city of this device is removed when every city is chosen', () => {
  chooseCity('Mumbai')
  chooseCity('')
  expect(chosenCity()).toBeNull()
  expect(kept.size).toBe(0)
})
