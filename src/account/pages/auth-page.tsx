import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { LanguageSelect } from '#ui/language-choice.tsx'
import { isConsolePath, paths } from '#ui/paths.ts'
import { Wordmark } from '#ui/display/wordmark.tsx'
import { ReplaceQuestion } from '../session/replace-question.tsx'

export function AuthPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] desk:grid-cols-[minmax(0,1fr)_520px] desk:grid-rows-none">
      <div className="relative h-[132px] overflow-hidden desk:sticky desk:top-0 desk:order-last desk:h-dvh">
        <img src="/posters/sitar.svg" alt="" className="size-full object-cover" />
      </div>
      <div className="flex flex-col px-4 pt-5 pb-8 desk:px-[88px] desk:py-10">
        <header className="mb-6 flex flex-wrap items-center justify-between gap-4">
          <Link to={paths.home}>
            <Wordmark both className="h-[32px]" />
          </Link>
          {!isConsolePath(pathname) && <LanguageSelect hideLabel className="text-2" />}
        </header>
        <main className="w-full max-w-[380px] desk:my-auto desk:pb-10">{children}</main>
        <ReplaceQuestion />
      </div>
    </div>
  )
}

export function Or({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-3 text-2 text-muted">
      <span className="border-t border-rule" />
      {children}
      <span className="border-t border-rule" />
    </div>
  )
}
