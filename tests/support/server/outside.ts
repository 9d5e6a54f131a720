const first = globalThis as { fetchOfNode?: typeof fetch }

/** Node's own fetch, also where a story's page has replaced the globals. */
export const outside: typeof fetch = (first.fetchOfNode ??= globalThis.fetch)
