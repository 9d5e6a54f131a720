import { readStored, writeStored } from '#platform/device/stored.ts'
import { isIosApp } from '#ui/install/install.ts'

/** Returns true in the installed iOS app before its first sign-in: it does not share the browser's storage. */
export const isFirstStart = (): boolean => isIosApp() && readStored('knownApp') === null

export const noteAppKnown = (): void => void writeStored('knownApp', '1')
