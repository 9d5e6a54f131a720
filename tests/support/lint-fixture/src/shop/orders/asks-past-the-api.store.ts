// Must fail: what the device keeps calls the backend itself, and a package past its gateway.
import { liveQuery } from 'dexie'
import { call } from '#platform/supabase/call.ts'
// Must pass: rules, its noun's calls and the store of all.
import { priceOrder } from './money.ts'
import { holdSeats } from '#shop/seats/seats.api.ts'
import { openStore } from '#shop/device/store.ts'
export { call, holdSeats, liveQuery, openStore, priceOrder }
