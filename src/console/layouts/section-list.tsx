import { useState } from 'react'
import type { LayoutSection } from '#shop/layouts/layout.ts'
import { sellableIn } from '#shop/layouts/layout-draft.ts'
import { Button } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { count } from '#ui/format.ts'

export function SectionList({
  sections,
  chosen,
  onChoose,
  onMove,
  onAdd,
  onRemove,
}: {
  sections: readonly LayoutSection[]
  chosen: number
  onChoose: (index: number) => void
  onMove: (from: number, to: number) => void
  onAdd: () => void
  onRemove: () => void
}) {
  const [dragged, setDragged] = useState<number | null>(null)
  return (
    <div>
      <h2 className="head-4">Sections</h2>
      <ol className="mt-2">
        {sections.map((section, index) => (
          <li key={index}>
            <button
              type="button"
              draggable
              aria-pressed={index === chosen}
              className={classes(
                'flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 border-b border-rule px-2 text-left text-2',
                index === chosen && 'bg-sunk font-strong',
                dragged === index && 'opacity-50',
              )}
              onClick={() => onChoose(index)}
              onKeyDown={(event) => {
                if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
                event.preventDefault()
                onMove(index, index + (event.key === 'ArrowUp' ? -1 : 1))
              }}
              onDragStart={(event) => {
                event.dataTransfer.setData('text/plain', section.code)
                setDragged(index)
              }}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                if (dragged !== null) event.preventDefault()
              }}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged !== null) onMove(dragged, index)
                setDragged(null)
              }}
            >
              <span className="min-w-0 wrap-anywhere">
                {section.name} ({section.code})
              </span>
              <span className="flex-none text-muted tabular-nums">{count(sellableIn(section))}</span>
            </button>
          </li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button kind="line" small onClick={onAdd}>
          Add section
        </Button>
        <Button kind="line" small disabled={chosen === 0} onClick={() => onMove(chosen, chosen - 1)}>
          Move up
        </Button>
        <Button kind="line" small disabled={chosen >= sections.length - 1} onClick={() => onMove(chosen, chosen + 1)}>
          Move down
        </Button>
        <Button kind="no" small disabled={sections.length < 2} onClick={onRemove}>
          Remove section
        </Button>
      </div>
    </div>
  )
}
