import { Suspense, lazy } from 'react'
import { Outlet } from 'react-router-dom'
import { StoreNotice } from './store-notice.tsx'

const DeviceStrip = lazy(async () => ({ default: (await import('./device-strip.tsx')).DeviceStrip }))

/** The frame of the sign-in pages, which have none of the shop's: only what does not work on this device now. */
export function DoorLayout() {
  return (
    <>
      <StoreNotice />
      <Suspense>
        <DeviceStrip />
      </Suspense>
      <Outlet />
    </>
  )
}
