/** 'Nothing there' is said only after this many ms: the mark of a sync and its rows arrive one after the other. */
export const NOTHING_AFTER_MS = 400
