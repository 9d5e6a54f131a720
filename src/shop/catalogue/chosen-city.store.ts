import { readStored, writeStored } from '#platform/device/stored.ts'

/** The city chosen for the list of concerts on this device, for every account; null when none was chosen. */
export const chosenCity = (): string | null => readStored('city') || null

/** Keeps the city for the next visit; '' is every city and removes it. Signing out removes it as well. */
export const chooseCity = (city: string): void => void writeStored('city', city || null)
