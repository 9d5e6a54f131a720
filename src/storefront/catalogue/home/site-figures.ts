/** The figures under the hero, in their order; their texts are those of `catalogue.figure` in ui/messages. */
export const siteFigures = ['users', 'concerts', 'sold', 'largest'] as const
