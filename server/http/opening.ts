import type { IncomingMessage } from 'node:http'
import { textAnswer, type Answer } from './http-message.ts'

type Answers = (request: IncomingMessage, url: URL) => Promise<Answer>

const PATIENCE_MS = 10_000

/** Holds requests that come while the shop opens, as after a fault: a port that refuses looks like a lost network. */
export class Opening {
  readonly #opened = Promise.withResolvers<Answers>()
  #answers: Answers | undefined

  open(answers: Answers): void {
    this.#answers = answers
    this.#opened.resolve(answers)
  }

  /** Answers as the shop does once it is open, with 503 when that takes too long. */
  async answer(request: IncomingMessage, url: URL): Promise<Answer> {
    const answers = this.#answers ?? (await this.#wait())
    return (
      answers?.(request, url) ??
      textAnswer(503, 'The shop is starting. Please try again in a moment.', { 'retry-after': '2' })
    )
  }

  #wait(): Promise<Answers | null> {
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(null), PATIENCE_MS)
      void this.#opened.promise.then((answers) => {
        clearTimeout(late)
        resolve(answers)
      })
    })
  }
}
