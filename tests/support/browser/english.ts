export type Message = string | ((parameters: never) => string)

const files = import.meta.glob<Record<string, Record<string, Message>>>('../../../src/ui/messages/en/*/*.ts', {
  eager: true,
})

/** Every message of English, of all chunks. */
export const english: Record<string, Message> = Object.assign({}, ...Object.values(files).flatMap(Object.values))
