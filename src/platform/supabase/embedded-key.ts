/**
 * The public key of the embedded backend. The server swaps it for the data folder's signed anonymous key. Hosted builds
 * set VITE_SUPABASE_KEY.
 */
export const EMBEDDED_PUBLISHABLE_KEY = 'sb_publishable_mehfil_embedded'
