/** One chunk: what every visit needs, and no visitor waits for. It comes when the page has loaded. */
export { startSync } from '#shop/sync/sync.store.ts'
export { DeviceLost } from './device-lost.tsx'
export { DeviceMemory } from './device-memory.tsx'
export { DeviceNews } from './device-news.tsx'
export { DeviceStrip } from './device-strip.tsx'
export { LanguageKeeper } from './language-keeper.tsx'
export { UpdatePrompt } from './update-prompt.tsx'
