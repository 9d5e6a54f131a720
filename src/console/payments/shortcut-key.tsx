export function ShortcutKey({ on, children }: { on: boolean; children: string }) {
  if (!on) return null
  return (
    <kbd
      aria-hidden="true"
      className="ml-2 rounded-seat border border-current px-[5px] pt-px font-sans text-1 font-text opacity-75 max-desk:hidden"
    >
      {children}
    </kbd>
  )
}
