import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#app/app.tsx'
import { withLanguage } from '#app/spoken-language.ts'
import './first.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// As a transition the first render is sliced: taps and scrolls get through on a slow phone.
const draw = (): void =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
withLanguage(draw)
