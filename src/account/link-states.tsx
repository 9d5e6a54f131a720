import { Bar, Skeleton } from '#ui/display/note.tsx'

/** A page that a link opened, while it asks what the link is. */
export function LinkLoading({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h1 className="head-5">{title}</h1>
      <p className="sr-only" role="status">
        {text}
      </p>
      <Skeleton className="mt-6">
        <Bar />
        <Bar />
        <Bar />
      </Skeleton>
    </>
  )
}

/** Says what became of a link. */
export function LinkMessage({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h1 className="head-5">{title}</h1>
      <p className="mt-3 max-w-[60ch] text-muted" role="status">
        {text}
      </p>
    </>
  )
}
