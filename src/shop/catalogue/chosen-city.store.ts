import { readStored, writeStored } from '#platform/device/stored.ts'

export const chosenCity = (): string | null => readStored('city') || null

/** Keeps the city for the next visit; '' (every city) removes it, as does signing out. */
export const chooseCity = (city: string): void => void writeStored('city', city || null)
