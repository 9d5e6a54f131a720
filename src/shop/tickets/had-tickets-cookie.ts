/** Asked with POST by a device that has tickets; a server that knows it answers with the cookie. */
export const HAD_TICKETS_PATH = '/had-tickets'
/** Says that this browser had tickets, and nothing about whose or which. Pages read it: it is not HttpOnly. */
export const HAD_TICKETS_COOKIE = 'mehfil_had_tickets=1'
