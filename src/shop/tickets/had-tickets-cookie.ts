/** A device with tickets posts here; a server that knows this path answers with the cookie. */
export const HAD_TICKETS_PATH = '/had-tickets'
/** Says that this browser had tickets, but not whose. Pages read it: it is not HttpOnly. */
export const HAD_TICKETS_COOKIE = 'mehfil_had_tickets=1'
