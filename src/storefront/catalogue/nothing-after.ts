/** Delay before 'Nothing there', in ms: a sync's mark and its rows arrive one after the other. */
export const NOTHING_AFTER_MS = 400
