import { lazy } from 'react'
import type { ComponentType } from 'react'

const load = (): Promise<typeof import('./after-load.ts')> => import('./after-load.ts')

const pageLoaded = (): Promise<unknown> =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((resolve) => addEventListener('load', resolve, { once: true }))

/** Only what is wrong or new needs these: the first frame need not wait for them. */
const later = <P>(pick: (module: Awaited<ReturnType<typeof load>>) => ComponentType<P>) =>
  lazy(async () => {
    await pageLoaded()
    return { default: pick(await load()) }
  })

export const DeviceLost = later((module) => module.DeviceLost)
export const DeviceMemory = later((module) => module.DeviceMemory)
export const DeviceNews = later((module) => module.DeviceNews)
export const DeviceStrip = later((module) => module.DeviceStrip)
export const LanguageKeeper = later((module) => module.LanguageKeeper)
export const UpdatePrompt = later((module) => module.UpdatePrompt)
/** Fails where the network does. */
export const loadSync = load
