import type { worker as english } from '../../en/app/worker.ts'
import type { Translation } from '../../messages.ts'

export const worker: Translation<typeof english> = {
  'worker.tickets.title': 'आपके टिकट आ गए हैं',
  'worker.tickets.body': (p) => (p.n === 1 ? p.event : `${p.event} और ${p.n - 1} अन्य`),
  'worker.sent.title': 'आपके भुगतान की जानकारी हमें मिल गई है',
  'worker.sent.body': (p) => `ऑर्डर ${p.code}। हमारी टीम अब इसे जाँच रही है।`,
}
