import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import {
  endPreview,
  makePreview,
  pauseEvent,
  resumeEvent,
  unpublishEvent,
} from '#shop/catalogue/admin/publishing.api.ts'
import type { Result } from '#platform/failure/failure.ts'
import { formatDay } from '#platform/time/ist.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { copyText } from '#console/kit/fact.tsx'
import { whyFailed } from '../../kit/why-failed.ts'
import type { RowAction } from '../../kit/list/row-actions.tsx'
import { publicityOf, resumedWords } from './publish-checks.ts'

/** Returns the actions of one press (pause, resume, unpublish, preview link); publishing asks first, with `onPublish`. */
export function usePublishing(
  event: EventListRow,
  {
    changeable,
    onPublish,
    onChanged,
  }: { changeable: boolean; onPublish: () => void; onChanged: () => Promise<unknown> },
): RowAction[] {
  const action = useAction((change: () => Promise<Result<null>>) => change(), { failed: whyFailed })
  const press = async (change: (id: string) => Promise<Result<null>>, doneWords: () => string) => {
    const result = await action.run(() => change(event.id))
    if (!result?.ok) return
    toast.success(doneWords())
    await onChanged()
  }
  const unpublish: RowAction[] =
    changeable && event.ticketsSold === 0
      ? [
          {
            label: 'Unpublish',
            onChoose: () => void press(unpublishEvent, () => 'It is a draft again: only staff see it'),
          },
        ]
      : []
  const copy = useAction(() => makePreview(event.id), { failed: whyFailed })
  const copyLink = async () => {
    const made = await copy.run()
    if (!made?.ok) return
    const link = `${location.origin}${paths.preview}#${made.value.key}`
    await copyText(
      link,
      `Preview link copied. It ends on ${formatDay(made.value.endsAt)}.`,
      `This browser does not let the page copy. The link is ${link}`,
    )
  }
  const end = useAction(() => endPreview(event.id), {
    done: (ended) => (ended ? 'Preview link ended' : 'There was no preview link'),
    failed: whyFailed,
  })

  switch (publicityOf(event)) {
    case 'draft':
      return [
        { label: 'Publish', onChoose: onPublish },
        { label: 'Copy preview link', onChoose: () => void copyLink() },
        { label: 'End preview link', onChoose: () => void end.run() },
      ]
    case 'paused':
      return [
        ...(changeable
          ? [
              {
                label: 'Resume',
                onChoose: () => void press(resumeEvent, () => resumedWords(event, Date.now())),
              },
            ]
          : []),
        ...unpublish,
      ]
    case 'published':
      return [
        ...(changeable
          ? [{ label: 'Pause', onChoose: () => void press(pauseEvent, () => 'Sale paused. Orders at checkout go on.') }]
          : []),
        ...unpublish,
      ]
  }
}
