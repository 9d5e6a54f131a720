export type Message = string | ((parameters: never) => string)

const known: Record<string, Message> = {}

/** Makes texts known to `t` and returns them: each file of English texts does it where it is loaded. */
export function addMessages<M extends Readonly<Record<string, Message>>>(more: M): M {
  Object.assign(known, more)
  return more
}

export const knownMessage = (key: string): Message | undefined => known[key]
