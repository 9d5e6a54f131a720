import type { copyOf } from '../../../src/console/events/new/draft/copy-concert.ts'

type ConcertSource = Parameters<typeof copyOf>[0]
type SourceZone = ConcertSource['zones'][number]

/** A zone of one section, whose name it has. */
export const sourceZone = (id: string, more: Partial<SourceZone> = {}): SourceZone => ({
  ...{ id, name: id, price: 150_000, kind: 'sections', total: 2, sections: [id], phases: [], free: false },
  ...{ hidden: false, saleFrom: '2026-11-20T06:30:17.000Z', saleUntil: null, revision: 1 },
  ...more,
})

const about = {
  ...{ description: null, lineUp: [], listenUrl: null, doorsAt: '2026-12-05T12:30:00.000Z', endsAt: null },
  ...{ minimumAge: null, sungIn: [], rules: null, poster: null },
}

/** A concert as it is stored, to be copied or edited. */
export const concertSource = (zones: SourceZone[], aboutIt: Partial<ConcertSource['about']> = {}): ConcertSource => ({
  ...{
    id: 'e',
    revision: 7,
    published: true,
    sold: false,
    cancelled: false,
    singer: 'Kaushiki Rao',
    city: 'Mumbai',
    venue: 'Hall',
    state: null,
  },
  ...{ genre: null, date: '2026-12-05T13:30:00.000Z', layoutId: 'hall' },
  about: { ...about, ...aboutIt },
  zones,
})
