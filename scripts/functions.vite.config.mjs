/** Packages stay outside the bundle: the function's deno.json maps them. */
export default {
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: 'server/mail/decision-mail-function.ts',
    outDir: 'supabase/functions/decision-mail',
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      // The PDF's parts stay apart: without them the mail is sent all the same.
      output: { entryFileNames: 'decision-mail.js', chunkFileNames: '[name].js' },
    },
  },
}
