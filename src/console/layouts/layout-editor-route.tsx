import { useEffect, useState } from 'react'
import { useAtom } from 'jotai'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { drawingOf } from '#shop/layouts/layout.ts'
import { readLayout, type StoredLayout } from '#shop/layouts/layouts-admin.api.ts'
import { newLayout } from '#shop/layouts/layout-draft.ts'
import { ok } from '#platform/failure/failure.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { Bar, Skeleton } from '#ui/display/note.tsx'
import { toast } from '#ui/toast.tsx'
import { ListFailure, PageHead } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { importedLayoutAtom } from './imported-layout.ts'
import { LayoutEditor } from './layout-editor.tsx'
import { NEW_LAYOUT } from './layouts-route.tsx'

export function LayoutEditorRoute() {
  const { layoutId = NEW_LAYOUT } = useParams()
  const isNew = layoutId === NEW_LAYOUT
  usePageTitle(isNew ? 'New layout' : 'Layout', 'admin')
  const navigate = useNavigate()
  const { value, failure, loading, reload } = useLoaded<StoredLayout | null>(
    layoutId,
    () => (isNew ? Promise.resolve(ok(null)) : readLayout(layoutId)),
    { onFailure: () => toast.error('Error fetching layouts', { id: 'layouts' }) },
  )
  const [imported, setImported] = useAtom(importedLayoutAtom)
  const [file] = useState(imported)

  // An imported file is used once.
  useEffect(() => setImported(null), [setImported])

  const fresh = isNew ? file : null
  return (
    <>
      <PageHead title={isNew ? 'New layout' : 'Layout'}>
        <Link className="link text-2" to={paths.adminLayouts}>
          All layouts
        </Link>
      </PageHead>
      <ListFailure message="Error fetching layouts" failure={failure} onRetry={reload} />
      {value === undefined || (!isNew && !value) ? (
        loading && (
          <Skeleton className="mt-6">
            <Bar dark className="h-7 w-1/3" />
            <Bar className="mt-4 h-[320px] w-full" />
          </Skeleton>
        )
      ) : (
        <LayoutEditor
          key={value?.id ?? NEW_LAYOUT}
          stored={value}
          notes={fresh?.notes ?? []}
          start={
            value ?? {
              name: fresh?.name ?? '',
              description: fresh?.description ?? '',
              data: fresh ? drawingOf(fresh) : newLayout(),
            }
          }
          onSaved={(id) => {
            if (id !== layoutId) void navigate(paths.adminLayout(id), { replace: true })
          }}
        />
      )}
    </>
  )
}
