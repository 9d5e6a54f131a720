/** The server replaces it with the data folder's signed anonymous key; hosted builds set VITE_SUPABASE_KEY. */
export const EMBEDDED_PUBLISHABLE_KEY = 'sb_publishable_mehfil_embedded'
