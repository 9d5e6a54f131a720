import { useEffect, useState } from 'react'
import type { MyTicket } from '#shop/device/schema.ts'
import { passKey, type PassKey } from '#shop/tickets/passes/pass-key.store.ts'

/** Undefined until read, and while it is not needed; null where the device keeps none. */
export function usePassKey(isNeeded = true): PassKey | null | undefined {
  const [key, setKey] = useState<PassKey | null | undefined>()
  useEffect(() => {
    if (!isNeeded) return undefined
    let left = false
    void passKey().then((found) => {
      if (!left) setKey(found)
    })
    return () => {
      left = true
    }
  }, [isNeeded])
  return key
}

/**
 * True when this device shows every code of the ticket without a network; undefined until the
 * device's key is read.
 */
export function useCodesHere({ screenOnly, passes }: Pick<MyTicket, 'screenOnly' | 'passes'>): boolean | undefined {
  const key = usePassKey(screenOnly)
  if (!screenOnly) return true
  if (key === undefined) return undefined
  return key !== null && passes.every(({ deviceKey }) => deviceKey === key.publicKey)
}
