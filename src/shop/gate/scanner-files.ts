/** Where a gate device keeps the scanner's code and decoder; filled by the page, served and renewed by the worker. */
export const GATE_CACHE = 'mehfil-gate'
/** The build's list of those files. */
export const GATE_FILES_URL = '/gate-files.json'
/** The scanner's files among the built ones: never precached for customers. */
export const GATE_FILE = /^\/assets\/(gate-routes-|decoder-worker-|zxing_reader)/
