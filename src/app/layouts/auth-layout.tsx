import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { DeviceStrip } from '../chunks/load.ts'

/** The frame of the sign-in pages: only what does not work on this device. */
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
