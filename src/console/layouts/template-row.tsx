import type { LayoutData } from '#shop/layouts/layout.ts'
import { hallTemplates } from '#shop/layouts/templates/hall-templates.ts'
import { LayoutOverview } from './layout-preview.tsx'

/** Offers halls to begin a new layout with; Undo takes one back. */
export function TemplateRow({ onChoose }: { onChoose: (hall: LayoutData) => void }) {
  return (
    <section aria-labelledby="layout-templates">
      <h2 id="layout-templates" className="head-4">
        Begin with a hall like yours
      </h2>
      <ul className="mt-2 grid grid-cols-2 gap-3 desk:grid-cols-6">
        {hallTemplates.map(({ name, data }) => (
          <li key={name}>
            <button
              type="button"
              aria-label={name}
              className="block w-full cursor-pointer rounded-control text-left text-2 hover:underline"
              onClick={() => onChoose(data)}
            >
              <LayoutOverview name={name} data={data} className="h-[110px]" />
              <span className="mt-1 block">{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
