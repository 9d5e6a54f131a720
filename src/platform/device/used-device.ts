import { readStored, writeStored } from './stored.ts'

/** True once this device has had a store. In the worker, which has no localStorage: in this run. */
export const wasDeviceUsed = (): boolean => readStored('usedDevice') === '1'

export function noteDeviceUsed(): void {
  if (!wasDeviceUsed()) writeStored('usedDevice', '1')
}
