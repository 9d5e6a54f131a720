import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { DeviceStrip } from '../chunks/load.ts'

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
