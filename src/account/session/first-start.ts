import { readStored, writeStored } from '#platform/device/stored.ts'
import { isIosApp } from '#ui/install/install.ts'

/** True in the app of iOS until a first sign-in there: its store is not that of the browser. */
export const isFirstStart = (): boolean => isIosApp() && readStored('knownApp') === null

export const noteAppKnown = (): void => void writeStored('knownApp', '1')
