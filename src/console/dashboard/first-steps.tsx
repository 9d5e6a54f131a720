import { Link } from 'react-router-dom'
import type { DashboardStats } from '#shop/dashboard/dashboard.api.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { paths } from '#ui/paths.ts'

/** What a shop that has sold nothing does first; gone with the first sale, or once all is done. */
export function FirstSteps({ stats }: { stats: DashboardStats }) {
  const steps = [
    { text: 'Add a singer', to: paths.adminSingers, done: stats.totalSingers > 0 },
    { text: 'Add a concert', to: paths.adminNewConcert, done: stats.totalEvents > 0 },
    { text: 'Try a purchase', to: paths.events, done: stats.testPayments > 0 },
  ]
  if (stats.ticketsSold > 0 || stats.revenue > 0 || steps.every((step) => step.done)) return null
  return (
    <section className="mt-10" aria-labelledby="first-steps">
      <h2 id="first-steps" className="section-head head-4">
        First steps
      </h2>
      <ul className="rows">
        {steps.map(({ text, to, done }) => (
          <li key={text} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2">
            <Link className="link" to={to}>
              {text}
            </Link>
            <StateMark kind={done ? 'ok' : 'off'}>{done ? 'Done' : 'To do'}</StateMark>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-2 text-muted">
        Try a purchase: choose seats as a customer does, and mark it as a test at the checkout. Nothing is counted, and
        you may approve it yourself.
      </p>
    </section>
  )
}
