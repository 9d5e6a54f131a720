import type { ReactNode } from 'react'
import { TextLink } from '../kit/text-link.tsx'

export interface Topic {
  title: string
  text: ReactNode
}

export const to = (path: string, text: string): ReactNode => <TextLink to={path}>{text}</TextLink>
