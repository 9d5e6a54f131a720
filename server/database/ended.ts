/** SQLSTATE of a statement that took too long. */
export const TIMED_OUT = '57014'
/** SQLSTATE of a statement whose connection was closed: it may have been done or not. */
export const CLOSED = '57P01'

/** True for a statement that was ended before its answer. It is not sent again, which would cost as much. */
export const wasEnded = (code: string): boolean => code === TIMED_OUT || code === CLOSED
