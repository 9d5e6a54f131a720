/** In display order; their texts are `catalogue.figure` in ui/messages. */
export const siteFigures = ['users', 'concerts', 'sold', 'largest'] as const
