import { expectTypeOf, it } from 'vitest'
import type { RowOf } from './rows.ts'

it('gives no columns for a list with a misspelt one, so that no parser compiles', () => {
  expectTypeOf<RowOf<'profiles', 'id,name'>>().toEqualTypeOf<{ id: string; name: string | null }>()
  expectTypeOf<RowOf<'profiles', 'id,nmae'>>().toEqualTypeOf<unknown>()
})
