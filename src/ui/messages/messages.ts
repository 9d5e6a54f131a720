import './en/app/app.ts'
import './en/app/common.ts'
import './en/shop/event.ts'
import type * as parts from './en.ts'
import { knownMessage, type Message } from './known.ts'

type Part = (typeof parts)[keyof typeof parts]
type AllOf<One> = (One extends unknown ? (one: One) => void : never) extends (all: infer All) => void ? All : never

/** All texts for customers and gate staff, by key: one file per noun under en/. The first page has only those imported
 * above; code that uses another noun imports its file (the build fails without it). */
export type Messages = AllOf<Part>
export type MessageKey = keyof Messages

type ParametersOf<M> = M extends () => string ? [] : M extends (parameters: infer P) => string ? [parameters: P] : []

export type Translation<English> = {
  [K in keyof English]: English[K] extends () => string
    ? () => string
    : English[K] extends (parameters: infer P) => string
      ? (parameters: P) => string
      : string
}

let spoken: Readonly<Record<string, Message>> | null = null

/** Sets the messages of `t`; null is English. Only ui/language.ts calls it, and renders everything again. */
export function setMessages(messages: Readonly<Record<string, Message>> | null): void {
  spoken = messages
}

export function t<K extends MessageKey>(key: K, ...parameters: ParametersOf<Messages[K]>): string {
  const message = spoken?.[key] ?? knownMessage(key)
  if (message === undefined) throw new Error(`The messages of "${key}" are not loaded`)
  return typeof message === 'function' ? message(parameters[0] as never) : message
}
