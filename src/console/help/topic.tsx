import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

export interface Topic {
  title: string
  text: ReactNode
}

export const to = (path: string, text: string): ReactNode => (
  <Link className="link" to={path}>
    {text}
  </Link>
)
