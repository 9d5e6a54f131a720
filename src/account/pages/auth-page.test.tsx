import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { AuthPage } from './auth-page.tsx'

vi.mock('#ui/language-choice.tsx', () => ({ LanguageSelect: () => 'English' }))
vi.mock('../session/replace-question.tsx', () => ({ ReplaceQuestion: () => null }))

it('has every text in a landmark: the name and the language in the header, the form in main', () => {
  const page = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/login']}>
      <AuthPage>Sign in</AuthPage>
    </MemoryRouter>,
  )
  const outside = page.replaceAll(/<(header|main)\b.*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, '')
  expect(page).toMatch(/<header.*English.*<\/header><main/)
  expect(outside.trim()).toBe('')
})
