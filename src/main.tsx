import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#app/app.tsx'
import { withLanguage } from '#app/language/spoken-language.ts'
import './index.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// As a transition the first drawing is done in pieces: on a slow phone a tap or a scroll gets through between them.
const draw = (): void =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
withLanguage(draw)
