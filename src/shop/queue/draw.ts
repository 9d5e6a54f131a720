/** What is public after a draw. */
export interface Draw {
  /** 64 hexadecimal digits. */
  seed: string
  seedHash: string
  listHash: string
  /** The codes that were drawn, each followed by a newline. */
  list: string
}

export interface DrawCheck {
  /** The seed and the list are those whose hashes were public before. */
  seedFits: boolean
  listFits: boolean
  people: number
  /** The place of the code that was asked for; null for one that is not in the list. */
  place: number | null
}

/** Browsers have it on https and localhost only. */
export const canCheckDraw = (): boolean => (globalThis.crypto as Crypto | undefined)?.subtle !== undefined

/** Hashes at a time: some ten milliseconds of a slow phone, between which the page reacts. */
const SLICE = 400

/**
 * Recomputes a draw: the place of `code` in the ascending order of SHA-256 of `seed:listHash:code`. Calls `progress` with
 * the part that is done, 0 to 1, and lets the page do other things meanwhile. Rejects where canCheckDraw() is false.
 */
export async function checkDraw(
  { seed, seedHash, listHash, list }: Draw,
  code: string | null,
  progress: (done: number) => void = () => undefined,
): Promise<DrawCheck> {
  const codes = codesOf(list)
  const seedFits = (await sha256(seed)) === seedHash
  const listFits = (await sha256(list)) === listHash
  const key = `${seed}:${listHash}:`
  const own = code === null || !codes.includes(code) ? null : await sha256(key + code)
  let before = 0
  for (let from = 0; from < codes.length; from += SLICE) {
    // oxlint-disable-next-line no-await-in-loop -- one slice after the other, so that the page does not freeze
    const hashes = await Promise.all(codes.slice(from, from + SLICE).map((one) => sha256(key + one)))
    if (own !== null) before += hashes.filter((hash) => hash < own).length
    progress(Math.min(1, (from + SLICE) / codes.length))
    // oxlint-disable-next-line no-await-in-loop -- a task of its own, in which the page draws
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { seedFits, listFits, people: codes.length, place: own === null ? null : before + 1 }
}

/** The codes of a list in its order. */
const codesOf = (list: string): string[] => list.split('\n').filter(Boolean)

/** Returns the commands with which anyone can check the saved list: both hashes, and every code with its place. */
export const drawCommand = ({ seed, listHash }: Pick<Draw, 'seed' | 'listHash'>, file: string): string =>
  [
    `printf %s ${seed} | sha256sum`,
    `sha256sum ${file}`,
    `while read -r code; do printf '%s %s\\n' "$(printf %s "${seed}:${listHash}:$code" | sha256sum | cut -c 1-64)" "$code"; done < ${file} | LC_ALL=C sort | cut -c 66- | nl`,
  ].join('\n')

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
