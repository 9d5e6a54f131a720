/** Needed on every visit, loaded after the page. */
export { startSync } from '#shop/sync/sync.store.ts'
export { DeviceLost } from '../device/device-lost.tsx'
export { DeviceMemory } from '../device/device-memory.tsx'
export { DeviceNews } from '../device/device-news.tsx'
export { DeviceStrip } from '../device/device-strip.tsx'
export { LanguageKeeper } from '../language/language-keeper.tsx'
export { NoticeMark } from '#storefront/notices/notice-mark.tsx'
export { UpdatePrompt } from '../update/update-prompt.tsx'
