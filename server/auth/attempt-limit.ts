/** Counts attempts per key in a sliding window, in memory only. Forgets a key once its attempts have aged out. */
export class AttemptLimit {
  readonly #most: number
  readonly #windowMs: number
  readonly #attempts = new Map<string, number[]>()
  #sweptAt = 0

  /** @param most attempts in a window; 0 disables the limit */
  constructor(most: number, windowMs: number) {
    this.#most = most
    this.#windowMs = windowMs
  }

  /** Returns ms until the key may try again; 0 when it may now. */
  waitFor(key: string, now: number): number {
    if (this.#most === 0) return 0
    const recent = this.#recent(key, now)
    const oldest = recent[recent.length - this.#most]
    return oldest === undefined ? 0 : oldest + this.#windowMs - now
  }

  count(key: string, now: number): void {
    if (this.#most === 0) return
    this.#attempts.set(key, [...this.#recent(key, now), now])
    if (now - this.#sweptAt < this.#windowMs) return
    this.#sweptAt = now
    for (const other of this.#attempts.keys()) {
      if (this.#recent(other, now).length === 0) this.#attempts.delete(other)
    }
  }

  /** Takes back an attempt that proved to be the owner's. */
  forgive(key: string, at: number): void {
    const recent = this.#attempts.get(key)
    const index = recent?.indexOf(at) ?? -1
    if (recent && index >= 0) this.#attempts.set(key, recent.toSpliced(index, 1))
  }

  #recent(key: string, now: number): number[] {
    return (this.#attempts.get(key) ?? []).filter((at) => at > now - this.#windowMs)
  }
}
