// Must fail: a status that is added tomorrow would count as paid, as decided and as kept.
interface Payment {
  status: string
}
export const isPaid = (payment?: Payment) => payment?.status !== 'rejected'
export const isDecided = ({ status }: Payment) => 'pending' !== status
export const isKept = (phase: string) => phase !== 'rejected'
// Must pass: what is shown for one phase alone, and the status of something else.
export const isShown = (phase: string, event: Payment) => phase === 'approved' || event.status === 'cancelled'
