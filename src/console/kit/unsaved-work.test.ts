import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Their fields are on the page, beside a question without any. */
const ON_THE_PAGE = ['announcements/compose', 'layouts/layouts-route', 'terms/tax-form']

it('each dialog of the console with fields asks before Esc and × close it', () => {
  const dialogs = globSync('src/console/**/*.tsx').filter((path) => {
    const text = readFileSync(path, 'utf8')
    return (
      /<((Confirm|Form)?Dialog|NarrowForm)\b/.test(text) &&
      /<(TextField|TextArea|SelectField|textarea|input)\b/.test(text)
    )
  })
  expect(dialogs.length).toBeGreaterThan(10)
  // The dialogs of the kit's forms ask by themselves.
  const asks = /useAskingClose|leaveOrAsk|form\.close|<FormDialog|<NarrowForm/
  const silent = dialogs.filter((path) => !asks.test(readFileSync(path, 'utf8')))
  expect(silent.sort()).toEqual(ON_THE_PAGE.map((name) => `src/console/${name}.tsx`))
})
