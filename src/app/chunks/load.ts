import { lazy, type ComponentType } from 'react'
import { gate } from './gate.ts'

/** One function per chunk. Each module imports the messages that it uses. */
const chunks = {
  afterLoad: () => import('./after-load.ts'),
  auth: () => import('./auth.ts'),
  cart: () => import('#storefront/cart/cart-route.tsx'),
  catalogue: () => import('./catalogue.ts'),
  checkout: () => import('#storefront/checkout/checkout-route.tsx'),
  console: () => import('#console/console-routes.tsx'),
  gate: gate!,
  info: () => import('./info.ts'),
  invitation: () => import('#account/pages/invitation-route.tsx'),
  myAccount: () => import('./my-account.ts'),
  preview: () => import('#storefront/catalogue/preview-route.tsx'),
  queue: () => import('#storefront/queue/queue-route.tsx'),
  reloadNewest: () => import('../update/reload-newest.ts'),
  statements: () => import('./statements.ts'),
  sync: () => import('#shop/sync/sync.store.ts'),
  ticketLink: () => import('#storefront/wallet/link/ticket-link-route.tsx'),
  wallet: () => import('./wallet.ts'),
}

type Name = keyof typeof chunks
type Chunk<N extends Name> = Awaited<ReturnType<(typeof chunks)[N]>>
type Props<T> = T extends (props: infer P) => unknown ? P : never

/** Loads a chunk. Rejects when it is neither on the device nor reachable. */
export const load = <N extends Name>(name: N) => chunks[name]() as Promise<Chunk<N>>

/** Returns a component that loads its chunk when first rendered. */
export const lazyFrom = <N extends Name, K extends keyof Chunk<N>>(name: N, part: K) =>
  lazy(async () => ({ default: (await load(name))[part] as ComponentType<Props<Chunk<N>[K]>> }))

const pageLoaded = (): Promise<unknown> =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((resolve) => addEventListener('load', resolve, { once: true }))

const AGAIN_MS = 5000
const ANSWERS_WITHIN_MS = 2000

let answers: Promise<void> | undefined

/** Resolves when the page has loaded and the first sync has its answers, or did not come within two seconds: on a slow
 * network what can wait must not share the line with seats and prices. */
export const firstAnswers = (): Promise<void> => (answers ??= waitForAnswers())

async function waitForAnswers(): Promise<void> {
  await pageLoaded()
  const sync = await load('sync').catch(() => null)
  if (sync) await Promise.race([sync.firstRound, new Promise((resolve) => setTimeout(resolve, ANSWERS_WITHIN_MS))])
}

/** Loads a part of every page. Tries again without end (some browsers remember a failure until the next load): an error
 * would put its message in place of the whole page. */
const lazyPart = <K extends keyof Chunk<'afterLoad'>>(part: K, ready?: () => Promise<void>) => {
  const until = async (): Promise<Chunk<'afterLoad'>> => {
    try {
      return await load('afterLoad')
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
      return until()
    }
  }
  return lazy(async () => {
    await ready?.()
    return { default: (await until())[part] as ComponentType<Props<Chunk<'afterLoad'>[K]>> }
  })
}

/** Loads the search at once: it was pressed before its turn. */
export let wantSearch: () => void
const searchWanted = new Promise<void>((resolve) => (wantSearch = resolve))

// The first frame does not wait for these.
export const CatalogueSearch = lazyPart('CatalogueSearch', () => Promise.race([firstAnswers(), searchWanted]))
export const DeviceLost = lazyPart('DeviceLost', firstAnswers)
export const DeviceMemory = lazyPart('DeviceMemory', firstAnswers)
export const DeviceNews = lazyPart('DeviceNews', firstAnswers)
export const DeviceStrip = lazyPart('DeviceStrip', firstAnswers)
export const FooterContent = lazyPart('FooterContent', firstAnswers)
export const LanguageKeeper = lazyPart('LanguageKeeper', firstAnswers)
export const NoticeMark = lazyPart('NoticeMark', firstAnswers)
export const UpdatePrompt = lazyPart('UpdatePrompt', firstAnswers)

export const MenuPanel = lazyPart('MenuPanel')
