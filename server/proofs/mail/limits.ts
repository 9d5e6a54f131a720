/** No bank's mail is larger. Alone in its file: the web server needs no mail parser for it. */
export const MAX_MAIL_BYTES = 1_048_576
