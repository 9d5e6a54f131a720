import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { DeviceStrip } from '../chunks/load.ts'

/** The frame of the sign-in pages, which have none of the shop's: only what does not work on this device now. */
export function AuthLayout() {
  return (
    <>
      <Suspense>
        <DeviceStrip />
      </Suspense>
      <Outlet />
    </>
  )
}
