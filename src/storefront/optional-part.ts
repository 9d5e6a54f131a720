import { lazy, type ComponentType } from 'react'

/** A part of a page that renders nothing when its code cannot be loaded (offline on a first visit). */
export const optionalPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(() =>
    load().then(
      (found) => ({ default: found }),
      () => ({ default: (() => null) as ComponentType<P> }),
    ),
  )
