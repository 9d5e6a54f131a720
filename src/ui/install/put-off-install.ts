import { readStored, writeStored } from '#platform/device/stored.ts'

export const isInstallPutOff = (): boolean => readStored('installPutOff') !== null

export const putOffInstall = (on: boolean): void => void writeStored('installPutOff', on ? '1' : null)
