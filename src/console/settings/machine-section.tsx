import { readMachine } from '#shop/upkeep/machine.api.ts'
import { Fact } from '#ui/display/fact.tsx'
import { WhenLoaded } from '../kit/list/when-loaded.tsx'
import { useLoaded } from '../kit/use-loaded.ts'

/** Shows what only the operator of the machine can change; nothing in a hosted shop. */
export function MachineSection() {
  const machine = useLoaded('machine', readMachine)
  if (machine.value === null) return null
  return (
    <section aria-labelledby="machine-title" className="grid max-w-[60ch] gap-4">
      <h2 id="machine-title" className="head-4">
        Set by the machine
      </h2>
      <p className="text-2 text-muted">
        Variables of the server’s environment. Its operator sets them and starts it again. Secrets are not shown.
      </p>
      <WhenLoaded of={machine} message="The server’s settings could not be read">
        {(found) => (
          <dl>
            {(found ?? []).map(([variable, value]) => (
              <Fact key={variable} name={variable}>
                {value ?? <span className="text-muted">not set</span>}
              </Fact>
            ))}
          </dl>
        )}
      </WhenLoaded>
    </section>
  )
}
