import { readPasses, type TicketPass } from '#shop/tickets/passes/passes-admin.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { passWords } from './pass-words.ts'
import { seatsText } from './seats-text.ts'

/** Lists who has each pass of a ticket. */
export function TicketPasses({ ticketId }: { ticketId: string }) {
  const { value, failure, reload } = useLoaded(`passes ${ticketId}`, () => readPasses(ticketId))
  if (failure && !value) return <ListFailure message="Error loading the passes" failure={failure} onRetry={reload} />
  if (!value) return <ListSkeleton />
  if (value.length === 0) return null
  return (
    <section className="mt-5">
      <h3 className="font-strong">One code a person</h3>
      <ul className="text-2">
        {value.map((pass) => (
          <Pass key={pass.number} pass={pass} />
        ))}
      </ul>
    </section>
  )
}

const Pass = ({ pass }: { pass: TicketPass }) => (
  <li className="border-b border-rule pt-2 pb-1.5">
    <span className="font-strong">{seatsText([pass.seat])}</span>
    {passWords(pass, formatDayTime).map((line) => (
      <span key={line} className="block text-muted">
        {line}
      </span>
    ))}
  </li>
)
