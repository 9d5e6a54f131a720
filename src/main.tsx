import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#app/app.tsx'
import { withLanguage } from '#app/spoken-language.ts'
import './index.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const draw = (): void =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
withLanguage(draw)
