import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** Shows a link in a text. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="link" to={to}>
      {children}
    </Link>
  )
}
