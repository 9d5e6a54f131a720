/** The server's part of supabase/functions/decision-mail; packages stay outside, its deno.json says where they are. */
export default {
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: 'server/mail/decision-mail-function.ts',
    outDir: 'supabase/functions/decision-mail',
    emptyOutDir: false,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'decision-mail.js' } },
  },
}
