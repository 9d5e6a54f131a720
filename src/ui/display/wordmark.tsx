import { classes } from '../controls/classes.ts'
import { logoName, logoUrl, type LogoGround } from '#shop/settings/logo.ts'
import { FIRST_LOOK } from '#shop/settings/shop-look.ts'
import { BACKEND, shopLook, shopName } from '../shop.ts'

/** The viewBoxes; vite.config.ts copies the outlines from public/brand into index.html. */
const LOCKUP = '60 -340 11816 2040'
const WORDMARK = '60 0 4960 1700'

const plates: Record<LogoGround, string> = {
  any: '',
  light: 'bg-(--plate-light) ring-4 ring-(--plate-light)',
  dark: 'bg-(--plate-dark) ring-4 ring-(--plate-dark)',
}

/** Shows a logo's picture; see Wordmark. */
export function Logo({ path, className }: { path: string; className?: string }) {
  const name = logoName(path)
  return (
    <img
      src={logoUrl(path, '96', BACKEND)}
      alt={shopName()}
      width={name?.width}
      height={name?.height}
      className={classes(
        'w-auto max-w-[44vw] rounded-control object-contain object-left desk:max-w-80',
        plates[name?.ground ?? 'any'],
        className,
      )}
    />
  )
}

/** Shows the shop's logo; without one draws the build's wordmark, or writes the name that staff have typed. `both`: two
 * scripts, else Latin only (console). Set the height; the width follows. */
export function Wordmark({ both = false, className }: { both?: boolean; className?: string }) {
  const { logo } = shopLook()
  if (logo) return <Logo path={logo} className={className} />
  if (shopName() !== FIRST_LOOK.name)
    return (
      <span className={classes('grid max-w-[44vw] items-center head-4 desk:max-w-80', className)}>
        <span className="truncate">{shopName()}</span>
      </span>
    )
  return (
    <svg
      viewBox={both ? LOCKUP : WORDMARK}
      role="img"
      aria-label={shopName()}
      className={classes('w-auto max-w-none [--word-2:var(--ink-muted)]', className)}
    >
      <use href={both ? '#brand-lockup' : '#brand-wordmark'} />
    </svg>
  )
}
