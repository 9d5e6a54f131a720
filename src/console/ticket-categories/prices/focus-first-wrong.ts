import type { RefObject } from 'react'

/** Focuses the first field with a problem, once it is drawn. */
export const focusFirstWrong = (form: RefObject<HTMLFormElement | null>): void => {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
