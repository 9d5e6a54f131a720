/** Delay before 'Nothing there', in ms: a sync's mark and its rows arrive one after the other. */
export const EMPTY_STATE_DELAY_MS = 400
