import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/**
 * Closes what has a history entry of its own: goes back, once. A second press comes before the browser has gone and must not
 * leave the page below.
 */
export function useGoBack(): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  const left = useRef('')
  return () => {
    if (left.current === key) return
    left.current = key
    void navigate(-1)
  }
}
