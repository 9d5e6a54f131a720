/** The key that does the same, for people who look; screen readers get it by `aria-keyshortcuts` on the control. */
export function Key({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="inline-block min-w-6 flex-none rounded-seat border border-current px-[5px] pt-px text-center font-sans text-1 font-text pointer-coarse:hidden"
    >
      {children}
    </kbd>
  )
}
