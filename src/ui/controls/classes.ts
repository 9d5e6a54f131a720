/** Joins class names and leaves out falsy ones. */
export const classes = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
