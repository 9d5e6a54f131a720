import { readStored, writeStored } from './stored.ts'

/** Whether a store was in use on this device before. In the worker, which has no local storage: in this worker. */
export const wasDeviceUsed = (): boolean => readStored('usedDevice') === '1'

export function noteDeviceUsed(): void {
  if (!wasDeviceUsed()) writeStored('usedDevice', '1')
}
