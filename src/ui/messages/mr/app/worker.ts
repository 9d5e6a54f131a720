import type { worker as english } from '../../en/app/worker.ts'
import type { Translation } from '../../messages.ts'

export const worker: Translation<typeof english> = {
  'worker.tickets.title': 'तुमची तिकिटे आली आहेत',
  'worker.tickets.body': (p) => (p.n === 1 ? p.event : `${p.event} आणि आणखी ${p.n - 1}`),
  'worker.sent.title': 'तुमच्या पेमेंटची माहिती आम्हाला मिळाली आहे',
  'worker.sent.body': (p) => `ऑर्डर ${p.code}. आमची टीम आता ती तपासत आहे.`,
}
