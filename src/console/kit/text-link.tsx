import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useOpens } from '../shell/page-roles.ts'

/** Shows a link in a text; the text alone to those who may not open its page. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  const opens = useOpens()
  return opens(to) ? (
    <Link className="link" to={to}>
      {children}
    </Link>
  ) : (
    children
  )
}
