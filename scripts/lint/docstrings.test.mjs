import { expect, test } from 'vitest'
import { withoutVerb } from './docstrings.mjs'

test.each([
  ['/** Null without a layout. */\nexport const layoutOf = (a) => a\n', ['layoutOf']],
  ['/** The form to sign in. It keeps what was typed. */\nexport function SignIn() {\n', ['SignIn']],
  ['/**\n * Newest first,\n * at most 100.\n */\nexport async function readAll() {\n', ['readAll']],
  ['/** Returns the layout; null without one. */\nexport const layoutOf = (a) => a\n', []],
  ['/** A mail that arrives is the only proof. */\nexport function isMail() {\n', []],
  ['/** The limit in paise. */\nexport const LIMIT = 100\n', []],
  ['/** Null without one. */\nfunction notExported() {\n', []],
])('finds in %j %j', (text, found) => expect(withoutVerb(text)).toEqual(found))
