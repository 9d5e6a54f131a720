/** The scanner's code and decoder; the page fills it, the worker serves and renews it. */
export const GATE_CACHE = 'mehfil-gate'
export const GATE_FILES_URL = '/gate-files.json'
/** Built files of the scanner, never precached for customers. */
export const GATE_FILE = /^\/assets\/(gate-routes-|decoder-worker-|zxing_reader)/
