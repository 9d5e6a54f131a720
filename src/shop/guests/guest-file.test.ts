import { expect, it } from 'vitest'
import { csvFile } from '#platform/text/csv.ts'
import { MAX_GUESTS_A_FILE, readGuestFile } from './guest-file.ts'

const read = (text: string) => readGuestFile(text, 10)
const problems = (text: string) => read(text).problems.map(({ row, text: said }) => `${row}: ${said}`)

it('a list of guests as CSV is read by its headings in any order, or without any', () => {
  const guests = [
    { row: 2, name: 'Ravi Kumar', contact: '98200 12345', people: 2, list: 'Press' },
    { row: 3, name: 'Meera', contact: null, people: 1, list: '' },
  ]
  expect(read('List,Number,Phone,Guest Name\nPress,2,98200 12345,Ravi Kumar\n,,,Meera').guests).toEqual(guests)
  expect(read('Ravi Kumar;98200 12345;2;Press').guests).toEqual([{ ...guests[0], row: 1 }])
  expect(read('Meera').guests).toEqual([{ ...guests[1], row: 1 }])
})

it('a list of guests as CSV has a byte order mark, quotes, tabs, empty lines and any line end', () => {
  const text = '\uFEFFname\tcontact\tnumber\r\n\r\n"Rao, ""Asha"""\tasha@example.in\t3\r\nमीरा\t\t\r'
  expect(read(text)).toEqual({
    guests: [
      { row: 3, name: 'Rao, "Asha"', contact: 'asha@example.in', people: 3, list: '' },
      { row: 4, name: 'मीरा', contact: null, people: 1, list: '' },
    ],
    problems: [],
  })
})

it('a list of guests as CSV reads back what the shop exports, a disarmed phone number too', () => {
  const file = csvFile(['Name', 'Contact', 'People', 'List'], [['=cmd|1', '+91 98200 12345', 2, 'Press']])
  expect(read(file).guests).toEqual([{ row: 2, name: '=cmd|1', contact: '+91 98200 12345', people: 2, list: 'Press' }])
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
  expect(problems('x'.repeat(1_000_001))).toEqual(['null: The file is larger than 1 MB. Split it into several.'])
})
