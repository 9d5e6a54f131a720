/** Each edge function and its source; the mode names the one to build. */
export const functions = {
  'decision-mail': 'server/mail/decision-mail-function.ts',
  'payment-proof': 'server/proofs/payment-proof-function.ts',
}

/** Packages stay outside the bundle: the function's deno.json maps them. */
export default ({ mode }) => ({
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: functions[mode],
    outDir: `supabase/functions/${mode}`,
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      // The PDF's parts stay apart: without them the mail is sent all the same.
      output: { entryFileNames: `${mode}.js`, chunkFileNames: '[name].js' },
    },
  },
})
