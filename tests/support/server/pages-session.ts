import { configureBackend } from '../../../src/platform/supabase/client.ts'
import { SESSION_KEY } from '../../../src/platform/supabase/stored-session.ts'
import { DEMO_PASSWORD, type Shop } from './shop.ts'
import { visitor } from './visitor.ts'

/** Makes the pages' own calls (`src/shop`, the `.api.ts` files) use this shop with that person's session. */
export async function signInPages(shop: Shop, email: string, password = DEMO_PASSWORD): Promise<void> {
  const { data, error } = await visitor(shop).auth.signInWithPassword({ email, password })
  if (error) throw error
  const kept = new Map([[SESSION_KEY, JSON.stringify({ ...data.session, local_expires_at: Date.now() + 3_000_000 })]])
  configureBackend({
    url: shop.url,
    sessionStorage: {
      getItem: async (key) => kept.get(key) ?? null,
      setItem: async (key, value) => void kept.set(key, value),
      removeItem: async (key) => void kept.delete(key),
    },
  })
}
