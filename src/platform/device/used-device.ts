import { readStored, writeStored } from './stored.ts'

/** Whether this device has had a store; in the worker, which has no local storage, this run of the worker. */
export const wasDeviceUsed = (): boolean => readStored('usedDevice') === '1'

export function noteDeviceUsed(): void {
  if (!wasDeviceUsed()) writeStored('usedDevice', '1')
}
