/** The figures under the hero, in the order they stand there; their texts are those of `catalogue.figure` in ui/messages. */
export const siteFigures = ['users', 'concerts', 'sold', 'largest'] as const
