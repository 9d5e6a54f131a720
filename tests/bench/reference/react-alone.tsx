import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** The least a React page can be: what the shop's first page is measured against. */
const root = document.getElementById('root')
if (root) createRoot(root).render(createElement('h1', null, 'Concert'))
