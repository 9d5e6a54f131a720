/**
 * The public key of the embedded backend. It is public by nature (every browser carries it) and opens nothing by
 * itself: the server swaps it for the data folder's own signed anonymous key. Hosted builds set VITE_SUPABASE_KEY.
 */
export const EMBEDDED_PUBLISHABLE_KEY = 'sb_publishable_mehfil_embedded'
