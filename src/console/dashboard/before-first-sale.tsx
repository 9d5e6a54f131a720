import { Link } from 'react-router-dom'
import { readSaleChecklist } from '#shop/settings/checklist.api.ts'
import { paths } from '#ui/paths.ts'
import { useLoaded } from '../kit/use-loaded.ts'

/** Shows how much of the checklist is done, until all of it is or the shop has sold. */
export function BeforeFirstSale() {
  const { value } = useLoaded('checklist', readSaleChecklist)
  if (!value || value.sold) return null
  const done = value.items.filter((item) => item.done).length
  if (done === value.items.length) return null
  return (
    <section className="mt-10" aria-labelledby="before-first-sale">
      <h2 id="before-first-sale" className="section-head head-4">
        Before the first sale
      </h2>
      <p className="mt-2">
        <span className="tabular-nums">
          {done} of {value.items.length} done.
        </span>{' '}
        <Link className="link" to={paths.adminChecklist}>
          See what is left
        </Link>
      </p>
    </section>
  )
}
