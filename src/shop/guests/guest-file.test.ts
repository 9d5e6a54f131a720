import { expect, it } from 'vitest'
import { csvFile, readCsvTable } from '#platform/text/csv.ts'
import { MAX_GUESTS_A_FILE, readGuests, type FileGuest } from './guest-file.ts'
import { guessGuestMapping, guestTableOf, unusedColumns } from './guest-head.ts'

const zones = ['Gold', 'Silver', 'Bronze'].map((name) => ({ id: name, name }))
const names = zones.map(({ name }) => name)
const noTable = { head: [], isHead: false, rows: [], openQuote: null }

function read(text: string) {
  const { rows, openQuote } = readCsvTable(text)
  const table = guestTableOf(rows, openQuote) ?? noTable
  return readGuests(table, guessGuestMapping(table, names), { zones, mostPeople: 10 })
}
const plain = { list: '', zone: null, note: null, contact: null, people: 1 }
const problems = (text: string) => read(text).problems.map(({ row, text: said }) => `${row}: ${said}`)

it('a list of guests as CSV is read by its headings in any order, or without any', () => {
  const guests = [
    { ...plain, row: 2, name: 'Ravi Kumar', contact: '98200 12345', people: 2, list: 'Press' },
    { ...plain, row: 3, name: 'Meera' },
  ]
  expect(read('List,Number,Phone,Guest Name\nPress,2,98200 12345,Ravi Kumar\n,,,Meera').guests).toEqual(guests)
  expect(read('Ravi Kumar;98200 12345;2;Press').guests).toEqual([{ ...guests[0], row: 1 }])
  expect(read('Meera').guests).toEqual([{ ...guests[1], row: 1 }])
})

it('a list of guests as CSV adds the plus ones to the guest, not to a number of people', () => {
  const people = (text: string) => read(text).guests.map((one) => `${one.name} ${one.people}`)
  expect(people('Guests,Plus ones,Zone\nAsha,2,Gold\nRavi,,Silver\nMeera,0,')).toEqual(['Asha 3', 'Ravi 1', 'Meera 1'])
  expect(problems('Name,Plus ones\nAsha,10\nRavi,1\nMeera,one')).toEqual([
    '2: The number of people is not a number from 1 to 10.',
    '4: The number of people is not a number from 1 to 10.',
  ])
  for (const text of ['Name,Pax,Plus ones\nAsha,2,1', 'Name,Pax,Plus ones\nAsha,2,Yes']) {
    const table = guestTableOf(readCsvTable(text).rows)!
    expect(people(text)).toEqual(['Asha 2'])
    expect(unusedColumns(table, guessGuestMapping(table, names)).map((at) => table.head[at])).toEqual(['Plus ones'])
  }
})

it('a list of guests as CSV has a byte order mark, quotes, tabs, empty lines and any line end', () => {
  const text = '\uFEFFname\tcontact\tnumber\r\n\r\n"Rao, ""Asha"""\tasha@example.in\t3\r\nमीरा\t\t\r'
  expect(read(text)).toEqual({
    guests: [
      { ...plain, row: 3, name: 'Rao, "Asha"', contact: 'asha@example.in', people: 3 },
      { ...plain, row: 4, name: 'मीरा' },
    ],
    problems: [],
  })
})

it('a list of guests as CSV reads back what the shop exports, a disarmed phone number too', () => {
  const file = csvFile(['Name', 'Contact', 'People', 'List'], [['=cmd|1', '+91 98200 12345', 2, 'Press']])
  expect(read(file).guests).toEqual([
    { ...plain, row: 2, name: '=cmd|1', contact: '+91 98200 12345', people: 2, list: 'Press' },
  ])
})

it('a list of guests as CSV keeps markup and formulas as the text they are', () => {
  expect(read('name\n<img src=x onerror=alert(1)>').guests[0]?.name).toBe('<img src=x onerror=alert(1)>')
})

it('a list of guests as CSV names every problem with its line, and keeps the good lines', () => {
  const text = [
    'name,contact,number,list',
    ',a@example.in,1,Press',
    'Asha,,0,',
    'Bina,,11,',
    'Chitra,,two,',
    `${'x'.repeat(121)},${'y'.repeat(121)},1,${'z'.repeat(81)}`,
    'Da\u202Evi,,1,',
    '"Two\nlines",,1,',
    'Esha,,-1,',
    'Farah,,1.5,',
    'Good,,1,',
  ].join('\n')
  expect(read(text).guests.map(({ name }) => name)).toEqual(['Good'])
  expect(problems(text)).toEqual([
    '2: The name is missing.',
    '3: The number of people is not a number from 1 to 10.',
    '4: The number of people is not a number from 1 to 10.',
    '5: The number of people is not a number from 1 to 10.',
    '6: The name has more than 120 characters.',
    '6: The contact has more than 120 characters.',
    '6: The list has more than 80 characters.',
    '7: The name has a line break or a hidden character.',
    '8: The name has a line break or a hidden character.',
    '9: The number of people is not a number from 1 to 10.',
    '10: The number of people is not a number from 1 to 10.',
  ])
})

it('a list of guests as CSV finds the same guest twice, but not two people of one name', () => {
  expect(problems('name,contact,number\nRavi,a@x.in,1\nravi , A@X.in,2\nRavi,b@x.in,1')).toEqual([
    '3: It is the same guest as in line 2.',
  ])
})

it('a list of guests as CSV refuses a quotation mark that swallows the rest, an empty file, and too many lines', () => {
  expect(problems('name\n"Ravi\nMeera\nAsha')).toEqual([
    'null: The quotation mark that opens in line 2 is never closed, and takes the rest of the file.',
  ])
  for (const empty of ['', '\uFEFF', '\n\n,,\n']) expect(problems(empty)).toEqual(['null: There is no guest in it.'])
  expect(problems('name,contact')).toEqual(['null: There is no guest under the headings.'])
  const many = (n: number) => Array.from({ length: n }, (_, i) => `Guest ${i}`).join('\n')
  expect(read(many(MAX_GUESTS_A_FILE)).guests).toHaveLength(MAX_GUESTS_A_FILE)
  expect(problems(many(10_000))).toEqual([
    'null: There are 10000 guests in it, at most 1000 fit. Split it into several.',
  ])
})

/** Each shape: its file, its guests, and the columns that no field uses. */
const shapes: Record<string, [text: string, guests: Partial<FileGuest>[], unused: string[], problems?: string[]]> = {
  Eventbrite: [
    'Order #,Order Date,First Name,Last Name,Email,Quantity,Ticket Type,Order Type\n1,2026-11-02,Asha,Patil,asha@x.in,2,Silver,Free Order\n2,2026-11-02,Ravi,,ravi@x.in,1,Gold,Free Order',
    [
      { name: 'Asha Patil', people: 2, zone: 'Silver', contact: 'asha@x.in' },
      { name: 'Ravi', people: 1, zone: 'Gold', contact: 'ravi@x.in' },
    ],
    ['Order #', 'Order Date', 'Order Type'],
  ],
  pretix: [
    'Order code;Attendee name;Attendee email;Product;Seat\r\nABC12;"Patil, Asha";asha@x.in;Silver;\r\nABC13;Ravi Kulkarni;;Gold;B4\r\n',
    [
      { name: 'Patil, Asha', zone: 'Silver', contact: 'asha@x.in' },
      { name: 'Ravi Kulkarni', zone: 'Gold', contact: null },
    ],
    ['Order code', 'Seat'],
  ],
  Townscript: [
    'Registration ID,Name,Email ID,Mobile Number,Ticket Name,No of Tickets\nTS1,आशा पाटील,asha@x.in,+91 98220 00000,Silver,3',
    [{ name: 'आशा पाटील', people: 3, zone: 'Silver', contact: '+91 98220 00000 · asha@x.in' }],
    ['Registration ID'],
  ],
  KonfHub: [
    'Booking ID,Full Name,Email Address,Country Code,Phone Number,Ticket Name,Ticket Quantity,Ticket Price,Registered At\nK1,Asha Patil,asha@x.in,+91,9822000000,Early Silver,2,0,2026-11-02 18:04',
    [{ name: 'Asha Patil', people: 2, zone: 'Silver', contact: '9822000000 · asha@x.in' }],
    ['Booking ID', 'Country Code', 'Ticket Price', 'Registered At'],
  ],
  'Google Forms': [
    'Timestamp,Full name,WhatsApp number,How many of you?,Which zone?,Anything else?\n11/02/2026 18:04:11,Asha Patil,98220 00000,2,Silver,wheelchair',
    [{ name: 'Asha Patil', people: 2, zone: 'Silver', contact: '98220 00000', note: 'wheelchair' }],
    ['Timestamp'],
  ],
  'a spreadsheet with tabs': [
    'Sr. No.\tGuest Name\tPax\tRemarks\n1\tAsha Patil\t2\tfamily of the artist\n2\tRavi Kulkarni\t1\t',
    [
      { name: 'Asha Patil', people: 2, zone: null, note: 'family of the artist' },
      { name: 'Ravi Kulkarni', people: 1, zone: null, note: null },
    ],
    ['Sr. No.'],
  ],
  'zones and notes': [
    'Name,Phone,Email,Ticket,Quantity,Note\nMrs. Rao,9822000002,rao@x.in,Silver,3,aisle please\nMr. Sen,,sen@x.in,Platinum,1,',
    [{ name: 'Mrs. Rao', people: 3, zone: 'Silver', contact: '9822000002 · rao@x.in', note: 'aisle please' }],
    [],
    ['3: “Platinum” is no ticket of this event: Gold, Silver, Bronze.'],
  ],
  BookMyShow: [
    'Booking Id|Customer Name|Mobile No.|Class|Qty|Amount\nB1|Asha Patil|9822000000|GOLD|2|0.00',
    [{ name: 'Asha Patil', people: 2, zone: 'Gold', contact: '9822000000' }],
    ['Booking Id', 'Amount'],
  ],
  'a list with a title and a total': [
    'Guest list of 5 December,,\n,,\nAttendee,Tickets,Zone\nAsha Patil,2,2 x Silver\nTotal,2,',
    [{ name: 'Asha Patil', people: 2, zone: 'Silver' }],
    [],
    ['5: It is a total, not a guest.'],
  ],
  'first names of attendees and the name of a buyer': [
    'Buyer name,Attendee First Name,Attendee Surname,Buyer Email,Attendee Status\nMeera,Asha,Patil,m@x.in,Attending',
    [{ name: 'Asha Patil', contact: 'm@x.in' }],
    ['Buyer name', 'Attendee Status'],
  ],
  Hindi: [
    'क्रमांक,नाम,मोबाइल,संख्या,टिकट,टिप्पणी\n1,आशा पाटील,9822000000,2,Gold,व्हीलचेयर',
    [{ name: 'आशा पाटील', people: 2, zone: 'Gold', contact: '9822000000', note: 'व्हीलचेयर' }],
    ['क्रमांक'],
  ],
  'a number that is a telephone, tickets that are zones, a heading of its own': [
    'Name,Number,Tickets,Which side?\nAsha,9822000000,2,Bronze\nRavi,9822000001,1,Gold',
    [
      { name: 'Asha', people: 2, zone: 'Bronze', contact: '9822000000' },
      { name: 'Ravi', people: 1, zone: 'Gold', contact: '9822000001' },
    ],
    [],
  ],
  'one known heading among others': [
    'Name,Company,City,Gold\nAsha,ACME,Pune,2',
    [{ name: 'Asha', people: 1, zone: null }],
    ['Company', 'City', 'Gold'],
  ],
  'holders of tickets, and how many they need': [
    'Ticket Holder,Purchaser Name,Your email (optional),Tickets required,Class\nAsha,Meera,a@x.in,2 nos,Gold (rear)',
    [{ name: 'Asha', people: 2, zone: 'Gold', contact: 'a@x.in' }],
    ['Purchaser Name'],
  ],
  'guests and how many come with them': [
    'Guest,Plus ones\nAsha,1\nRavi,0',
    [
      { name: 'Asha', people: 2 },
      { name: 'Ravi', people: 1 },
    ],
    [],
  ],
  'no headings, a serial number first': [
    '1,Asha Patil,9822000000,2,Silver,asha@x.in,by car\n2,Ravi,9822000001,3,Gold,ravi@x.in,\n',
    [
      { name: 'Asha Patil', people: 2, zone: 'Silver', contact: '9822000000 · asha@x.in', list: 'by car' },
      { name: 'Ravi', people: 3, zone: 'Gold', contact: '9822000001 · ravi@x.in', list: '' },
    ],
    ['Column 1'],
  ],
}

it.each(Object.entries(shapes))('a guest list of %s is read, and its other columns are named', (_, shape) => {
  const [text, guests, unused, wrong = []] = shape
  const table = guestTableOf(readCsvTable(text).rows)!
  const mapping = guessGuestMapping(table, names)
  expect(read(text).guests).toEqual(guests.map((guest) => expect.objectContaining(guest) as FileGuest))
  expect(unusedColumns(table, mapping).map((at) => table.head[at] || `Column ${at + 1}`)).toEqual(unused)
  expect(problems(text)).toEqual(wrong)
})
