/** Cache of the scanner's code and decoder: the page fills it, the service worker serves and updates it. */
export const GATE_CACHE = 'mehfil-gate'
export const GATE_FILES_URL = '/gate-files.json'
/** The scanner's built files. Not precached: customers do not need them. */
export const GATE_FILE = /^\/assets\/(gate-|staff-|decoder-worker-|zxing_reader)/
