const NEWLINE = 10
const RETURN = 13
const QUOTE = 62
const FROM = [70, 114, 111, 109, 32]

const startsAt = (bytes: Uint8Array, at: number): boolean => FROM.every((byte, n) => bytes[at + n] === byte)

const MAX_ENVELOPE_BYTES = 200
const TIME = /\d\d:\d\d/

/** True for a line such as `From 1@x Mon Nov 30 08:00:00 2026`: a sentence that begins with From has no time. */
const isEnvelope = (line: Uint8Array): boolean =>
  startsAt(line, 0) && TIME.test(String.fromCharCode(...line.subarray(0, MAX_ENVELOPE_BYTES)))

/**
 * Cuts an mbox file into its mails as its bytes come, and takes one quote sign off lines such as `>From` (mboxrd). A mail
 * that is longer than `most` bytes is given as null, and not kept. A line `From …` with a time begins a mail at the start of
 * the file and after an empty line.
 */
export class MboxCutter {
  readonly #most: number
  readonly #give: (mail: Uint8Array<ArrayBuffer> | null) => void
  #rest = new Uint8Array(0)
  #parts: Uint8Array[] = []
  #size = 0
  #begun = false
  #afterEmpty = true

  constructor(most: number, give: (mail: Uint8Array<ArrayBuffer> | null) => void) {
    this.#most = most
    this.#give = give
  }

  push(chunk: Uint8Array): void {
    const bytes = join([this.#rest, chunk])
    let at = 0
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, at)) {
      this.#line(bytes.subarray(at, end + 1))
      at = end + 1
    }
    this.#rest = bytes.slice(at)
    // A line without an end is no line of a mail: its bytes are counted and left.
    if (this.#rest.length > this.#most) {
      this.#size += this.#rest.length
      this.#rest = new Uint8Array(0)
    }
  }

  /** Gives the last mail. */
  end(): void {
    if (this.#rest.length > 0) this.#line(this.#rest)
    this.#rest = new Uint8Array(0)
    this.#finish()
  }

  #line(line: Uint8Array): void {
    if (this.#afterEmpty && isEnvelope(line)) {
      this.#finish()
      this.#begun = true
      this.#afterEmpty = false
      return
    }
    this.#afterEmpty = line[0] === NEWLINE || (line[0] === RETURN && line[1] === NEWLINE)
    if (!this.#begun) return
    let quotes = 0
    while (line[quotes] === QUOTE) quotes += 1
    const kept = quotes > 0 && startsAt(line, quotes) ? line.subarray(1) : line
    this.#size += kept.length
    if (this.#size <= this.#most) this.#parts.push(kept)
    else this.#parts = []
  }

  #finish(): void {
    if (this.#begun) this.#give(this.#size > this.#most ? null : join(this.#parts))
    this.#parts = []
    this.#size = 0
    this.#begun = false
  }
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
