// Must fail: one surface imports another, and a package past its gateway.
import { createClient } from '@supabase/supabase-js'
export const consoleRoutes = () => import('#console/console-routes.tsx')
export { createClient }
