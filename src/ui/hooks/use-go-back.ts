import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** Goes back once: a second press before the browser has gone must not leave the page below. */
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
