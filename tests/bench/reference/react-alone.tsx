import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** The smallest React page, to compare the shop's first page with. */
const root = document.getElementById('root')
if (root) createRoot(root).render(createElement('h1', null, 'Concert'))
