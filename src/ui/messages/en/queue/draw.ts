import { addMessages } from '../../known.ts'

export const draw = addMessages({
  'draw.title': 'How the order was made',
  'draw.title.will': 'How the order will be made',
  'draw.text':
    'Before anyone could join, the shop drew a secret number, the seed, and showed its hash. When the sale opened, it closed the list of codes and showed its hash, and only then the seed. A code’s place follows from seed and list, so the order could not be chosen once the list was closed.',
  'draw.notYet':
    'The draw is when the sale opens. The hash of the seed is public already: write it down, and check afterwards that the seed is the same.',
  'draw.seedHash': 'Hash of the seed',
  'draw.listHash': 'Hash of the list',
  'draw.seed': 'Seed',
  'draw.people': 'Codes in the list',
  'draw.code': 'Your code',
  'draw.place': 'Your place',
  'draw.late': 'You joined after the list was closed. Such places follow in the order of joining.',
  'draw.check': 'Check it yourself',
  'draw.checking': 'Checking...',
  'draw.reading': 'Reading the list...',
  'draw.percent': (p: { percent: number }) => `${p.percent}% computed`,
  'draw.agrees': 'It agrees: seed and list are those whose hashes were shown before.',
  'draw.agrees.place': (p: { place: string }) => `And your code has place ${p.place}, as shown.`,
  'draw.wrong': 'It does not agree',
  'draw.wrong.seed': 'The seed is not the one whose hash was shown before.',
  'draw.wrong.list': 'The list is not the one whose hash was shown before.',
  'draw.wrong.place': (p: { place: string }) => `Your code has place ${p.place} by this computation.`,
  'draw.wrong.missing': 'Your code is not in the list.',
  'draw.insecure': 'Browsers compute hashes only on pages with https. Use the command below instead.',
  'draw.list': 'Save the list',
  'draw.shell': 'In a shell',
  'draw.shell.text': 'Save the list, and type this beside it: both hashes, and then every code by its place.',
  'draw.failed': 'The list could not be read. Try again when you have the network.',
  'draw.back': 'Back to the queue',
})
