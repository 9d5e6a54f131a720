import { describe, expect, it } from 'vitest'
import { csvFile, readCsvTable } from '#platform/text/csv.ts'
import { importTemplate, readCatalogue } from './bulk-import.ts'
import { concertTableOf, guessConcertMapping, unusedColumns, type ConcertTable } from './concert-head.ts'
import { concertDayOrder, readConcertSheet, readTime, templateRows } from './concert-sheet.ts'

const tableOf = (text: string): ConcertTable => {
  const { rows, openQuote } = readCsvTable(text)
  return concertTableOf(rows, openQuote)!
}
const read = (text: string) => {
  const table = tableOf(text)
  const mapping = guessConcertMapping(table.head)
  return readConcertSheet(table, mapping, concertDayOrder(table, mapping))
}
const head = 'Artist,City,Venue,Date,Time,Category,Price,Genre\n'

describe('a sheet of concerts', () => {
  it('that is the template is the template', () => {
    const [names, ...rows] = templateRows()
    expect(read(csvFile(names!.map(String), rows))).toEqual(readCatalogue(importTemplate))
  })

  it.each([
    ['Artist;City;Venue;Date;Time;Category;Price;Genre\n', ';'],
    ['\uFEFFSinger\tTown\tHall\tShow date\tStart time\tTicket type\tTicket price (Rs.)\tMusic\n', '\t'],
    ['Concerts of 2027\n\nPerformer|City|Venue|Date (IST)|Time|Zone|Rate|Genre\n', '|'],
  ])('is read with the headings %j', (headings, gap) => {
    const lines = [
      ['Noor Sen', 'Bombay', 'NCPA', '16/01/2027', '7:30 PM', 'Gold', '₹3,500', 'folk'],
      ['noor sen', 'Mumbai', 'NCPA', '16-01-2027', '19.30', 'Silver', 'Rs. 1,500/-', ''],
      ['Noor Sen', 'Mumbai', 'NCPA', 'Sun, 17th Jan 2027', '', 'Gold', '999.50', ''],
    ]
    expect(read(headings + lines.map((line) => line.join(gap)).join('\r\n'))).toMatchObject({
      ok: true,
      concerts: 2,
      catalogue: {
        'Noor Sen': {
          Mumbai: [
            { date: '2027-01-16', time: '19:30', venue: 'NCPA', genre: 'Folk', tickets: { Gold: 3500, Silver: 1500 } },
            { date: '2027-01-17', venue: 'NCPA', tickets: { Gold: 999.5 } },
          ],
        },
      },
    })
  })

  it('may have the time with the date, and merged cells for further ticket types', () => {
    expect(read(`${head}Noor,Pune,Hall,2027-01-16 19:30,,Gold,900,\n,,,,,Silver,500,\n`)).toMatchObject({
      ok: true,
      catalogue: { Noor: { Pune: { date: '2027-01-16', time: '19:30', tickets: { Gold: 900, Silver: 500 } } } },
    })
  })

  it('has one concert of rows with and without the time that concerts begin at', () => {
    expect(
      read(`${head}Noor,Pune,Hall,16/01/2027,,Gold,900,\nNoor,Pune,Hall,16/01/2027,7 PM,Silver,500,`),
    ).toMatchObject({
      concerts: 1,
      catalogue: { Noor: { Pune: { tickets: { Gold: 900, Silver: 500 } } } },
    })
  })

  it('names every problem by line and column', () => {
    const rows = [
      'Noor,Pune,Hall,31/02/2027,25:00,Gold,free,',
      ',Pune,Hall,16/01/2027,19:00,Gold,900,',
      'Noor,Pune,Hall,16/01/2027,19:00,Gold,900,Polka',
      'Noor,Pune,Hall,17/01/2027,19:00,Gold,900,Folk',
      'Noor,Pune,Hall,17/01/2027,7 pm,GOLD,800,Rock',
      'Noor,Pune,Hall,17/01/2027 20:00,19:00,Silver,-5,',
      'Noor,Pune,Hall,18/01/2027,19:00,Gold,1.234,',
      ',,,,,Total,9000,',
    ]
    expect(read(head + rows.join('\n'))).toEqual({
      ok: false,
      problems: [
        'Line 2, Date: “31/02/2027” is not a date',
        'Line 2, Time: “25:00” is not a time',
        'Line 2, Price: “free” is not a price',
        'Line 3, Singer: is empty',
        expect.stringContaining('Line 4, Genre: not one of '),
        'Line 6, Genre: line 5 says Folk of the same concert',
        'Line 6, Ticket type: line 5 has this ticket type of the same concert',
        'Line 7, Time: “19:00” is not the time of “17/01/2027 20:00”',
        'Line 7, Price: “-5” is not a price',
        'Line 8, Price: “1.234” is not a price',
        'Line 9, Ticket type: is a total, not a ticket type',
      ],
    })
    expect(read(`${head}Noor,Pune,${'x'.repeat(161)},18/01/2027,,Gold,1,`)).toMatchObject({
      problems: ['Line 2, Venue: not text of 1 to 160 characters'],
    })
  })

  it('is not read while its columns, its dates or its end are in doubt', () => {
    const why = (text: string) => (read(text) as { problems: string[] }).problems
    expect(why('Artist,City,Date\nNoor,Pune,16/01/2027')).toEqual([
      'No column is known as: Venue, Ticket type, Price. Choose it above.',
    ])
    expect(
      why(
        `${head}Noor,Pune,Hall,5/6/2027,,Gold,1,\nNoor,Pune,Hall,7/8/2027,,Gold,1,\nNoor,Pune,Hall,6/7/2027,,Gold,1,`,
      ),
    ).toEqual(['The dates can be read in two ways. Choose above which of day and month comes first.'])
    expect(why(`${head}"Noor,Pune,Hall,16/01/2027,,Gold,1,\n`)[0]).toContain('opens in line 2')
    expect(why(head)).toEqual(['There is no row under the headings.'])
  })

  it('names the columns that are not used', () => {
    const table = tableOf(
      'Title,Artist,City,Venue,Date,Category,Price,Seats,,Language\nx,Noor,Pune,Hall,2027-01-16,Gold,9,100,note,Hindi',
    )
    const unused = unusedColumns(table, guessConcertMapping(table.head))
    expect(unused.map((at) => table.head[at])).toEqual(['Title', 'Seats', '', 'Language'])
  })
})

it.each([
  ['12 am', '00:00'],
  ['12.15 p.m.', '12:15'],
  ['19:30:00', '19:30'],
  ['7:05 PM IST', '19:05'],
  ['7', null],
  ['13 pm', null],
  ['19:60', null],
])('reads the time %j as %j', (text, time) => expect(readTime(text)).toBe(time))
