import { Icon } from '#ui/controls/icon.tsx'

/** Takes a file. The input covers the whole label, so that browsers take a dropped file. */
export function FileDrop({
  label,
  hint,
  accept,
  busy,
  onChoose,
}: {
  label: string
  hint: string
  accept: string
  busy?: boolean
  onChoose: (file: File) => void
}) {
  return (
    <label className="relative mt-4 flex max-w-[60ch] items-start gap-3 rounded-control border border-dashed border-control px-4 py-5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-(--focus) hover:border-ink">
      <Icon name="list" className="mt-0.5" />
      <span>
        <span className="font-strong">{label}</span>
        <span className="block text-2 text-muted">{hint}</span>
      </span>
      <input
        type="file"
        accept={accept}
        disabled={busy}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Lets staff choose the same file again after a correction.
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
    </label>
  )
}
